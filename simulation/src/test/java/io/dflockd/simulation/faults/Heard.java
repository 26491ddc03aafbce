package io.dflockd.simulation.faults;

/** Histories in a few words. Instants are in seconds. */
final class Heard {
    static final String NOTHING = "?";

    private Heard() {}

    /** What somebody asked from one second to another, as {@code command key argument}, and heard. */
    static Exchange heard(String who, int asked, int ended, String request, String answer) {
        String[] words = request.split(" ", 3);
        return new Exchange(
                seconds(asked),
                seconds(ended),
                who + ".1",
                "a",
                words[0],
                words[1],
                words.length > 2 ? words[2] : "_",
                answer.equals(NOTHING) ? null : answer);
    }

    static long seconds(int seconds) {
        return seconds * 1_000_000_000L;
    }

    static String token(int fence) {
        return String.format("%016x%016x", fence, 0xabc);
    }

    /** An answer that grants for so many seconds. */
    static String ok(int fence, int lease) {
        return "ok " + token(fence) + " " + lease;
    }
}
