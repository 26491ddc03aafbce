package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import java.time.Duration;

/**
 * What a thread waits for, in the words of the exception if nothing comes of it.
 *
 * @param what it is, with the key; put into words only when they are needed
 * @param afterwards what is left of it when nobody waits any more
 * @param atMost longer than it takes, unless a very long answer arrives on a very slow path
 */
record Purpose(Object what, String afterwards, Duration atMost) {
    /** Something to hold. */
    static Purpose slot(Object what, Duration patience, Core core) {
        return new Purpose(what, "nothing is held or waited for", core.longest(patience));
    }

    /** Something that the server does at once, or not at all. */
    static Purpose request(Object what, Core core) {
        return new Purpose(what, "the server may or may not have carried it out", core.longest(Duration.ZERO));
    }

    /** News from the server. */
    static Purpose subscription(Topic topic, Core core) {
        return new Purpose(topic.subscribe(), "there is no subscription", core.longest(Duration.ZERO));
    }

    String interrupted() {
        return what + ": interrupted while waiting; " + afterwards;
    }

    ClientClosedException closed() {
        return new ClientClosedException(what + ": this client was closed; " + afterwards);
    }

    String overdue() {
        return what + ": given up after " + atMost.toSeconds() + " s without a result; " + afterwards;
    }
}
