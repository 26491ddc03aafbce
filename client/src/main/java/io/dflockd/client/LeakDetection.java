package io.dflockd.client;

/**
 * What is done about a {@link Grant} that is forgotten: one that nobody has released and nobody can release any more,
 * because the garbage collector has found it.
 *
 * <p>A forgotten grant is told by a warning in the log and as {@link LossReason#FORGOTTEN}, and is not renewed any more. The
 * work it was taken for may still go on, so it is not released: it ends with its lease.
 */
public enum LeakDetection {
    /**
     * Nothing: it is renewed for as long as the client lives. For a process that takes a lock for its whole life and does
     * not keep the grant.
     */
    OFF,

    /**
     * It is told. One acquisition of 128 notes where it was made; once a grant was forgotten whose place is not known, all of
     * them do, so that the next one can be found. This is the default.
     */
    SAMPLED,

    /** It is told, always with the place where it was acquired. That takes some microseconds for every acquisition. */
    ALL
}
