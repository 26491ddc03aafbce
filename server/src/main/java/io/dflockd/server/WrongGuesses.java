package io.dflockd.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Who has sent wrong secrets of late, by address, so that guessing takes long.
 *
 * <p>Each wrong guess costs its connection a pause before it hears of it, twice as long as the last one of its address,
 * up to a bound. While {@value #AT_A_TIME} guesses of an address pause, no other secret from there is looked at, so
 * that guessing on many connections is no faster. The right secret costs no pause: clients behind one address do not
 * pay for one of them that has the wrong secret. After a while of peace an address begins anew.
 *
 * <p>Used by all event loops. Times are those of {@link System#nanoTime}.
 */
final class WrongGuesses {
    static final int AT_A_TIME = 16;
    static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final int DOUBLINGS = 5;
    static final long PEACE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** As many are remembered; then the one that was quiet longest is forgotten. */
    static final int MAX_ADDRESSES = 4_096;

    private static final int NETWORK_BYTES = 8;

    private final Map<InetAddress, Guesser> guessers = new Latest();

    /** Whether a secret from this address must not be looked at now. */
    synchronized boolean areTooMany(InetAddress from, long nowNanos) {
        Guesser guesser = guessers.get(networkOf(from));
        return guesser != null && guesser.isFullAt(nowNanos);
    }

    /** A secret was wrong. Returns for how long it pauses. */
    synchronized long note(InetAddress from, long nowNanos) {
        InetAddress network = networkOf(from);
        Guesser guesser = guessers.get(network);
        if (guesser == null || guesser.isForgivenAt(nowNanos)) {
            guesser = new Guesser();
            guessers.put(network, guesser);
        }
        return guesser.pauseFrom(nowNanos);
    }

    /** One IPv6 client usually has all addresses of a /64 network, and could take a fresh one for each guess. */
    private static InetAddress networkOf(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (java.net.UnknownHostException impossible) {
            throw new IllegalStateException("an address has its length", impossible);
        }
    }

    private static final class Guesser {
        private final long[] pauseEnds = new long[AT_A_TIME]; // of the last guesses, in a ring
        private int guesses;

        boolean isFullAt(long nowNanos) {
            return guesses >= AT_A_TIME && pauseEnds[guesses % AT_A_TIME] - nowNanos > 0;
        }

        boolean isForgivenAt(long nowNanos) {
            return nowNanos - pauseEnds[(guesses - 1) % AT_A_TIME] > PEACE_NANOS;
        }

        long pauseFrom(long nowNanos) {
            long pauseNanos = FIRST_PAUSE_NANOS << Math.min(guesses, DOUBLINGS);
            pauseEnds[guesses % AT_A_TIME] = nowNanos + pauseNanos;
            guesses++;
            return pauseNanos;
        }
    }

    /** In the order in which they were last asked for. */
    private static final class Latest extends LinkedHashMap<InetAddress, Guesser> {
        private static final long serialVersionUID = 1L;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Guesser> eldest) {
            return size() > MAX_ADDRESSES;
        }
    }
}
