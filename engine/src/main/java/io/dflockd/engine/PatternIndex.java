package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Patterns, each with what is kept for it, and a quick way from a name to the patterns that match it.
 *
 * <p>A pattern without wildcards is looked up whole. The others stand in a trie of their tokens, in which a name takes
 * at each token at most two ways, its own and that of {@code *}. So the cost of a match depends on the patterns whose
 * beginning matches, and not on how many there are.
 */
final class PatternIndex<T> {
    /** What follows one beginning of patterns. The wildcards have fields of their own: every match asks for them. */
    private static final class Node<T> {
        final int depth; // how many tokens lead here
        private Map<Key, Node<T>> children = Map.of(); // by token, without wildcards

        @Nullable
        Node<T> any;

        @Nullable
        Node<T> rest;

        @Nullable
        Key pattern;

        @Nullable
        T kept;

        Node(int depth) {
            this.depth = depth;
        }

        boolean isEmpty() {
            return kept == null && hasNoChildren();
        }

        boolean hasNoChildren() {
            return children.isEmpty() && any == null && rest == null;
        }

        @Nullable
        Node<T> child(Key token) {
            if (token.equals(Patterns.ANY)) {
                return any;
            }
            return token.equals(Patterns.REST) ? rest : children.get(token);
        }

        void set(Key token, @Nullable Node<T> child) {
            if (token.equals(Patterns.ANY)) {
                any = child;
            } else if (token.equals(Patterns.REST)) {
                rest = child;
            } else if (child == null) {
                children.remove(token);
            } else {
                children = children.isEmpty() ? new HashMap<>(4) : children;
                children.put(token, child);
            }
        }

        void forEachChild(Consumer<Node<T>> visitor) {
            children.values().forEach(visitor);
            if (any != null) {
                visitor.accept(any);
            }
            if (rest != null) {
                visitor.accept(rest);
            }
        }
    }

    private final Map<Key, T> exact = new HashMap<>();
    private final Node<T> root = new Node<>(0);

    boolean isEmpty() {
        return exact.isEmpty() && root.isEmpty();
    }

    /** What is kept for the pattern; put there if nothing is. */
    T at(Key pattern, Supplier<T> otherwise) {
        if (!Patterns.hasWildcard(pattern)) {
            return exact.computeIfAbsent(pattern, none -> otherwise.get());
        }
        Node<T> node = root;
        for (Key token : Patterns.parts(pattern)) {
            Node<T> child = node.child(token);
            if (child == null) {
                child = new Node<>(node.depth + 1);
                node.set(token, child);
            }
            node = child;
        }
        if (node.kept == null) {
            node.kept = otherwise.get();
            node.pattern = pattern;
        }
        return node.kept;
    }

    void remove(Key pattern) {
        if (Patterns.hasWildcard(pattern)) {
            remove(root, Patterns.parts(pattern), 0);
        } else {
            exact.remove(pattern);
        }
    }

    private void remove(Node<T> node, List<Key> tokens, int at) {
        if (at == tokens.size()) {
            node.kept = null;
            node.pattern = null;
            return;
        }
        Node<T> child = node.child(tokens.get(at));
        if (child != null) {
            remove(child, tokens, at + 1);
            if (child.isEmpty()) {
                node.set(tokens.get(at), null);
            }
        }
    }

    /** Calls for what is kept at each pattern that matches the name. */
    void match(Key name, Consumer<T> visitor) {
        T whole = whole(name);
        if (whole != null) {
            visitor.accept(whole);
        }
        Walk<T> walk = walk(name);
        while (walk != null && !walk.isOver()) {
            T kept = walk.step();
            if (kept != null) {
                visitor.accept(kept);
            }
        }
    }

    boolean hasWildcards() {
        return !root.hasNoChildren();
    }

    /** What is kept for the name itself. */
    @Nullable
    T whole(Key name) {
        return exact.get(name);
    }

    /** The way past the patterns with wildcards that match the name; null if there are none with wildcards at all. */
    @Nullable
    Walk<T> walk(Key name) {
        return hasWildcards() ? new Walk<>(root, name) : null;
    }

    /**
     * The way past all patterns with wildcards that match a name, in steps that cost little each. Between two of them
     * patterns may come and go: what is there from the first step to the last is met, and met once.
     */
    static final class Walk<T> {
        private final List<Key> tokens;
        private final ArrayDeque<Node<T>> ahead = new ArrayDeque<>();

        private Walk(Node<T> root, Key name) {
            this.tokens = Patterns.parts(name);
            ahead.push(root);
        }

        boolean isOver() {
            return ahead.isEmpty();
        }

        /** One step on: what is kept for a pattern that matches, or null if there is none just here. */
        @Nullable
        T step() {
            Node<T> node = ahead.pop();
            if (node.depth == tokens.size()) {
                return node.kept;
            }
            Node<T> own = node.children.get(tokens.get(node.depth)); // never a wildcard, whatever the name looks like
            if (own != null) {
                ahead.push(own);
            }
            if (node.any != null) {
                ahead.push(node.any);
            }
            return node.rest == null ? null : node.rest.kept;
        }
    }

    /** Every pattern with what is kept for it, in order. */
    Map<Key, T> inOrder() {
        Map<Key, T> sorted = new TreeMap<>();
        forEach(sorted::put);
        return sorted;
    }

    /** Every pattern with what is kept for it, in any order. */
    void forEach(BiConsumer<Key, T> visitor) {
        exact.forEach(visitor);
        forEach(root, visitor);
    }

    private static <T> void forEach(Node<T> node, BiConsumer<Key, T> visitor) {
        if (node.pattern != null && node.kept != null) {
            visitor.accept(node.pattern, node.kept);
        }
        node.forEachChild(child -> forEach(child, visitor));
    }

    /** What is kept for a pattern that is there. */
    T get(Key pattern) {
        return at(pattern, () -> {
            throw new IllegalStateException("nothing is kept for " + pattern);
        });
    }
}
