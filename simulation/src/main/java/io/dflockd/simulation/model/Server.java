package io.dflockd.simulation.model;

import java.util.List;
import java.util.Set;

/** A lock server without its sockets and its clock: the model, or the engine. Instants are nanoseconds and only grow. */
public interface Server {
    void open(long session);

    /** A whole frame has arrived. */
    void request(long session, Frame frame, long now);

    /** The session reads no more: there is no room for a push to it. */
    void stopReading(long session);

    /** The session disconnects. */
    void end(long session, long now);

    /** Everything happens that is due by now. */
    void passTime(long now);

    /** The lease sweep. */
    void sweep(long now);

    /** The collection of idle entries. */
    void collect(long now);

    /** The shutdown begins. */
    void drain(long now);

    /** The sessions that were pushed something without reading, since the last call; they are to be cut off. */
    Set<Long> takeSlow();

    /** The answers since the last call, in the order in which they were given. */
    List<Answer> takeAnswers();
}
