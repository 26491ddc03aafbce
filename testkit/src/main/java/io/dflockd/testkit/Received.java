package io.dflockd.testkit;

/** What a connection heard within the time it listened: a line, the end of the stream, or nothing. */
public record Received(Kind kind, String text) {
    public enum Kind {
        LINE,
        END,
        SILENCE
    }

    public static final Received END = new Received(Kind.END, "");
    public static final Received SILENCE = new Received(Kind.SILENCE, "");

    public static Received line(String text) {
        return new Received(Kind.LINE, text);
    }

    public boolean isLine() {
        return kind == Kind.LINE;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case LINE -> '`' + text + '`';
            case END -> "the end of the stream";
            case SILENCE -> "silence";
        };
    }
}
