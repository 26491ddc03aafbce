package io.dflockd.server;

/**
 * Whether the part of the heap in which objects live long is too full to take more data.
 *
 * <p>What is in use after a collection of young objects may be garbage for the most part: only a full collection tells
 * what is really alive. So data is refused as soon as too much <em>seems</em> to be in use, and the one who watches is
 * asked to collect and look again. What seems too much depends on what was last found alive, half way between that and
 * the end: a busy server that makes much garbage collects at most twice as often as it would do by itself.
 */
final class Watermark {
    private final long maxBytes;
    private final long highBytes;
    private long suspiciousBytes;
    private volatile boolean full;

    Watermark(long maxBytes, int percent) {
        this.maxBytes = maxBytes;
        this.highBytes = maxBytes / 100 * percent;
        this.suspiciousBytes = highBytes;
    }

    boolean isFull() {
        return full;
    }

    /** So much is in use after a collection of some kind, garbage included. True if that should be looked into. */
    synchronized boolean seems(long usedBytes) {
        if (usedBytes <= highBytes) {
            full = false;
            return false;
        }
        boolean isNews = !full && usedBytes > suspiciousBytes;
        full |= isNews;
        return isNews;
    }

    /** So much is in use after a full collection. */
    synchronized void isKnown(long aliveBytes) {
        full = aliveBytes > highBytes;
        suspiciousBytes = Math.max(highBytes, (aliveBytes + maxBytes) / 2);
    }
}
