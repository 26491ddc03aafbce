package io.dflockd.client;

/** Why a subscription may have missed something. */
public enum Gap {
    /** The connection was lost. The subscription has been restored on another one. */
    CONNECTION_LOST("the connection was lost"),
    /** The handler was so slow that no more events could be kept for it: {@link Subscription#dropped} counts them. */
    SLOW_HANDLER("the handler was too slow");

    private final String words;

    Gap(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
