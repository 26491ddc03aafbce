package io.dflockd.cli.run;

/** What becomes of the command when its lock is lost. */
public enum OnLost {
    /** It is ended: asked first, and killed if that takes too long. */
    KILL,
    /** It goes on, and somebody may read that it does. */
    WARN
}
