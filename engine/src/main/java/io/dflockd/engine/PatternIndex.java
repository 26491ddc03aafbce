package io.dflockd.engine;

import io.dflockd.protocol.Key;
import io.dflockd.protocol.Patterns;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Patterns with wildcards, each with what is kept for it, and a quick way from a name to the patterns that match it.
 *
 * <p>They stand in a trie of their tokens, in which a name takes at each token at most two ways, its own and that of
 * {@code *}. So the cost of a match depends on the patterns whose beginning matches, and not on how many there are.
 *
 * <p>One at a time may be inside. Only {@link #mayMatch} can be asked from outside too: most names differ in their first
 * token from all patterns there are, and then nobody has to enter for their sake.
 */
final class PatternIndex<T> implements Index<T> {
    /** Stands for the beginning of all patterns whose first token is a wildcard. The hash of a token may be the same. */
    private static final long ANY_BEGINNING = 0;

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
            return kept == null && children.isEmpty() && any == null && rest == null;
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

    private final Node<T> root = new Node<>(0);
    private final Map<Long, Integer> beginnings; // how many patterns have a first token with this hash

    PatternIndex(Crossings.Maps maps) {
        this.beginnings = maps.newMap();
    }

    @Override
    public boolean isEmpty() {
        return root.isEmpty() && beginnings.isEmpty();
    }

    /** Whether a pattern may match the name: false only if none does. Those inside may change that at any time. */
    boolean mayMatch(Key name) {
        return !beginnings.isEmpty()
                && (beginnings.containsKey(ANY_BEGINNING) || beginnings.containsKey(Patterns.hashOfFirstPart(name)));
    }

    private static long beginning(Key pattern) {
        Key first = Patterns.parts(pattern).get(0);
        return Patterns.hasWildcard(first) ? ANY_BEGINNING : Patterns.hashOfFirstPart(pattern);
    }

    @Override
    public T at(Key pattern, Supplier<T> otherwise) {
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
            beginnings.merge(beginning(pattern), 1, Integer::sum);
        }
        return node.kept;
    }

    @Override
    public void remove(Key pattern) {
        remove(root, Patterns.parts(pattern), 0);
    }

    private void remove(Node<T> node, List<Key> tokens, int at) {
        if (at == tokens.size()) {
            forget(node);
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

    private void forget(Node<T> node) {
        if (node.pattern != null) {
            beginnings.computeIfPresent(beginning(node.pattern), (hash, count) -> count == 1 ? null : count - 1);
        }
        node.kept = null;
        node.pattern = null;
    }

    /** Calls for what is kept at each pattern that matches the name. */
    void match(Key name, Consumer<T> visitor) {
        Walk<T> walk = walk(name);
        while (!walk.isOver()) {
            T kept = walk.step();
            if (kept != null) {
                visitor.accept(kept);
            }
        }
    }

    /** The way past the patterns that match the name. */
    Walk<T> walk(Key name) {
        return new Walk<>(root, name);
    }

    /**
     * The way past all patterns that match a name, in steps that cost little each. Between two of them
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

    @Override
    public void forEach(BiConsumer<Key, T> visitor) {
        forEach(root, visitor);
    }

    private static <T> void forEach(Node<T> node, BiConsumer<Key, T> visitor) {
        if (node.pattern != null && node.kept != null) {
            visitor.accept(node.pattern, node.kept);
        }
        node.forEachChild(child -> forEach(child, visitor));
    }
}
