package io.dflockd.cli.shell;

import io.dflockd.cli.wire.Unreachable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** What becomes of a line that was typed: words of the shell itself, or a request and its answer. */
final class Desk {
    private final Conversation conversation;
    private final Consumer<String> out;
    private final boolean isForPeople;
    private boolean wasRefused;

    Desk(Conversation conversation, Consumer<String> out, boolean isForPeople) {
        this.conversation = conversation;
        this.out = out;
        this.isForPeople = isForPeople;
    }

    /** Whether the line ends the conversation. */
    static boolean isEnd(String text) {
        return List.of("quit", "exit").contains(text.strip());
    }

    /** Whether anything was answered with an error so far. */
    boolean wasRefused() {
        return wasRefused;
    }

    /**
     * Does what was typed.
     *
     * @param underWay hears of the request while its answer is waited for
     */
    void take(String text, Consumer<Conversation.Asked> underWay) throws Unreachable {
        String line = text.strip();
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        if (line.equals("help") || line.startsWith("help ")) {
            help(line.substring("help".length()).strip());
            return;
        }
        try {
            request(Line.read(text), underWay);
        } catch (IllegalArgumentException mistyped) {
            wasRefused = true;
            out.accept(String.valueOf(mistyped.getMessage()));
        }
    }

    private void help(String word) {
        Optional<List<String>> about = Line.find(word).map(Manual::about);
        about.orElseGet(Manual::overview).forEach(out);
    }

    private void request(Line line, Consumer<Conversation.Asked> underWay) throws Unreachable {
        Conversation.Asked asked =
                conversation.ask(line, reply -> out.accept(isForPeople ? InWords.of(line.command(), reply) : reply));
        underWay.accept(asked);
        try {
            String reply = asked.answer().join();
            wasRefused |= reply.startsWith("error");
        } catch (CompletionException ended) {
            if (ended.getCause() instanceof Unreachable gone) {
                throw gone;
            }
            throw ended;
        }
    }
}
