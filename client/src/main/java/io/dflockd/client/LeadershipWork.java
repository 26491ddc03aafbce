package io.dflockd.client;

/** What a leader does. */
@FunctionalInterface
public interface LeadershipWork {
    /**
     * Works for as long as the leadership lasts. The thread is interrupted when it is lost or the candidacy is closed;
     * the sooner this returns then, the sooner it can be a candidate again. Returning earlier ends the candidacy.
     */
    void lead(Leadership leadership) throws Exception;
}
