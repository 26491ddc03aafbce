package io.dflockd.client;

/** Why a grant is over although nobody released it. */
public enum LossReason {
    /** Its lease ran out before a renewal came through, by this client's own clock or by the server's. */
    LEASE_EXPIRED("its lease ran out"),
    /** The connection broke: the server may give it to another at once. */
    CONNECTION_LOST("the connection broke"),
    /** The server did not know it any more when it was to be renewed. */
    REFUSED("the server refused to renew it"),
    /** The client was closed while it was held. */
    CLIENT_CLOSED("the client was closed"),
    /** Nobody had it any more who could have released it, so it was not renewed: see {@link LeakDetection}. */
    FORGOTTEN("nobody had it any more");

    private final String words;

    LossReason(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
