package io.dflockd.simulation.faults;

import java.time.Duration;

/**
 * Something that is done to the nodes.
 *
 * @param away how long whoever it happens to is away
 */
record Mishap(Kind kind, Duration away) {
    /** What can be done to them. */
    enum Kind {
        LEADER_KILLED("leader killed"),
        FOLLOWER_KILLED("follower killed"),
        LEADER_STOPPED("leader stopped"),
        ALL_KILLED("all killed"),
        DIRECTORY_WIPED("directory wiped");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static Mishap of(Kind kind, int awayMillis) {
        return new Mishap(kind, Duration.ofMillis(awayMillis));
    }
}
