package io.dflockd.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One step of a vector, as the table of PROTOCOL.md, section 7, lists them. */
public sealed interface Step {
    /** How long an answer, the end of a stream and the end of a server may take. */
    Duration PATIENCE = Duration.ofSeconds(6);

    /** How long nothing must arrive for a connection to count as quiet. */
    Duration QUIET = Duration.ofMillis(250);

    void play(VectorRun run);

    /** {@code A l|k|0}: sends three lines, split at the first two bars. */
    record Send(String connection, String request) implements Step {
        @Override
        public void play(VectorRun run) {
            String lines = String.join("\\n", run.bindings().fill(request).split("\\|", 3));
            run.connection(connection).send(Escapes.bytes(lines + "\\n"));
        }
    }

    /** {@code A raw:…}: sends these bytes. */
    record Raw(String connection, String text) implements Step {
        @Override
        public void play(VectorRun run) {
            run.connection(connection).send(Escapes.bytes(text));
        }
    }

    /** {@code A <= X}: the next line matches. */
    record Expect(String connection, String line) implements Step {
        @Override
        public void play(VectorRun run) {
            Received received = run.receive(connection, PATIENCE);
            if (!received.isLine() || !run.bindings().match(line, received.text())) {
                throw VectorRun.mismatch('`' + line + '`', received);
            }
        }
    }

    /** {@code A <=any X && Y}: the next lines match these, in any order. */
    record ExpectAny(String connection, List<String> lines) implements Step {
        @Override
        public void play(VectorRun run) {
            List<String> open = new ArrayList<>(lines);
            while (!open.isEmpty()) {
                Received received = run.receive(connection, PATIENCE);
                String hit = open.stream()
                        .filter(line -> received.isLine() && run.bindings().match(line, received.text()))
                        .findFirst()
                        .orElseThrow(() -> VectorRun.mismatch("any of " + open, received));
                open.remove(hit);
            }
        }
    }

    /** {@code A EOF}: the server closes. */
    record Eof(String connection) implements Step {
        @Override
        public void play(VectorRun run) {
            Received received = run.receive(connection, PATIENCE);
            if (received.kind() != Received.Kind.END) {
                throw VectorRun.mismatch(Received.END.toString(), received);
            }
        }
    }

    /** {@code A quiet}: nothing arrives for a moment. */
    record Quiet(String connection) implements Step {
        @Override
        public void play(VectorRun run) {
            Received received = run.receive(connection, QUIET);
            if (received.kind() != Received.Kind.SILENCE) {
                throw VectorRun.mismatch(Received.SILENCE.toString(), received);
            }
        }
    }

    /** {@code A close}: the client closes; a later step with this name opens a new connection. */
    record Close(String connection) implements Step {
        @Override
        public void play(VectorRun run) {
            run.disconnect(connection);
        }
    }

    /** {@code A half}: the client shuts down its sending side. */
    record Half(String connection) implements Step {
        @Override
        public void play(VectorRun run) {
            run.connection(connection).halfClose();
        }
    }

    /** {@code wait s}. */
    record Wait(Duration time) implements Step {
        @Override
        public void play(VectorRun run) {
            run.stage().pass(time);
        }
    }

    /** {@code term}: SIGTERM. */
    record Term() implements Step {
        @Override
        public void play(VectorRun run) {
            run.stage().terminate();
        }
    }

    /** {@code refused}: a new connection is refused. */
    record Refused() implements Step {
        @Override
        public void play(VectorRun run) {
            if (!run.stage().refusesConnections()) {
                throw new AssertionError("expected a new connection to be refused");
            }
        }
    }

    /** {@code exit n}: the server ends with this status. */
    record Exit(int status) implements Step {
        @Override
        public void play(VectorRun run) {
            int actual = run.stage().exitStatus(PATIENCE);
            if (actual != status) {
                throw new AssertionError("expected exit status " + status + ", got " + actual);
            }
        }
    }

    /** Reads one step. A request with its answer, {@code A l|k|0 => X}, is two. */
    static List<Step> parse(String text) {
        String[] words = text.split(" ", 2);
        String rest = words.length == 2 ? words[1] : "";
        return switch (words[0]) {
            case "wait" -> List.of(new Wait(seconds(rest)));
            case "term" -> List.of(new Term());
            case "refused" -> List.of(new Refused());
            case "exit" -> List.of(new Exit(Integer.parseInt(rest)));
            default -> parseFor(words[0], rest);
        };
    }

    private static List<Step> parseFor(String connection, String text) {
        if (text.startsWith("raw:")) {
            return List.of(new Raw(connection, text.substring("raw:".length())));
        }
        if (text.startsWith("<=any ")) {
            String[] lines = text.substring("<=any ".length()).split(" && ");
            return List.of(new ExpectAny(connection, List.of(lines)));
        }
        if (text.startsWith("<= ")) {
            return List.of(new Expect(connection, text.substring("<= ".length())));
        }
        return switch (text) {
            case "EOF" -> List.of(new Eof(connection));
            case "quiet" -> List.of(new Quiet(connection));
            case "close" -> List.of(new Close(connection));
            case "half" -> List.of(new Half(connection));
            default -> parseRequest(connection, text);
        };
    }

    private static List<Step> parseRequest(String connection, String text) {
        if (text.chars().filter(each -> each == '|').count() < 2) {
            throw new IllegalArgumentException(
                    "neither a step nor a request of three lines: " + connection + " " + text);
        }
        String[] parts = text.split(" => ", 2);
        Step send = new Send(connection, parts[0]);
        return parts.length == 1 ? List.of(send) : List.of(send, new Expect(connection, parts[1]));
    }

    private static Duration seconds(String decimal) {
        return Duration.ofMillis(Math.round(Double.parseDouble(decimal) * 1_000));
    }
}
