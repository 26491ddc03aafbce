package io.dflockd.cli.shell;

import io.dflockd.cli.console.Words;
import io.dflockd.cli.wire.Target;
import io.dflockd.cli.wire.Unreachable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Requests typed on one line each, with their answers: on a terminal with a history and completion, and from a pipe line
 * for line as they are. What the server says unasked is shown as it comes.
 */
public final class Shell {
    private static final int REFUSED = 1;

    private final Target target;

    public Shell(Target target) {
        this.target = target;
    }

    /** Reads requests from a pipe and prints the answers as they are; returns 1 if one of them was an error. */
    public int read(InputStream in, PrintStream out) throws Unreachable {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        try (Conversation conversation = Conversation.begin(target, out::println)) {
            Desk desk = new Desk(conversation, out::println, false);
            for (String line = lines.readLine(); line != null && !Desk.isEnd(line); line = lines.readLine()) {
                desk.take(line, asked -> {});
            }
            return desk.wasRefused() ? REFUSED : 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("standard input cannot be read", unreadable);
        }
    }

    /** Talks with somebody at a terminal, until that one has had enough. */
    public int talk(@Nullable Path history) throws Unreachable {
        CompletableFuture<LineReader> screen = new CompletableFuture<>();
        try (Terminal terminal = TerminalBuilder.builder()
                        .system(true)
                        .provider("exec")
                        .nativeSignals(true)
                        .build();
                Conversation conversation = Conversation.begin(target, push -> showAbove(screen, push))) {
            LineReader reader = reader(terminal, new Keys(conversation), history);
            screen.complete(reader);
            terminal.writer().println(target + "; help lists the commands, Ctrl-D ends");
            converse(reader, terminal, conversation);
            return 0;
        } catch (IOException broken) {
            throw new UncheckedIOException("the terminal cannot be used", broken);
        }
    }

    private static void showAbove(CompletableFuture<LineReader> screen, String push) {
        screen.thenAccept(reader -> reader.printAbove(Words.harmless(push)));
    }

    private static LineReader reader(Terminal terminal, Keys keys, @Nullable Path history) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(new Choices(keys))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .variable(LineReader.HISTORY_IGNORE, "auth*");
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        return builder.build();
    }

    private void converse(LineReader reader, Terminal terminal, Conversation conversation) throws Unreachable {
        Desk desk = new Desk(conversation, text -> print(terminal, text), true);
        while (true) {
            try {
                String line = reader.readLine(target + "> ");
                if (Desk.isEnd(line)) {
                    return;
                }
                take(line, desk, terminal, conversation);
            } catch (UserInterruptException another) {
                // the line is given up, and not the conversation
            } catch (EndOfFileException enough) {
                return;
            }
        }
    }

    /** While it waits for the answer, Ctrl-C takes the request back. */
    private static void take(String line, Desk desk, Terminal terminal, Conversation conversation) throws Unreachable {
        AtomicReference<Conversation.@Nullable Asked> waiting = new AtomicReference<>();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {
            Conversation.Asked asked = waiting.get();
            if (asked != null) {
                conversation.cancel(asked);
            }
        });
        try {
            desk.take(line, waiting::set);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    private static void print(Terminal terminal, String text) {
        terminal.writer().println(text);
        terminal.flush();
    }
}
