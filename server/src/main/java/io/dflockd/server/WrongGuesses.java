package io.dflockd.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Who has sent wrong secrets of late, by address, so that guessing takes long.
 *
 * <p>An address has {@value #AT_A_TIME} places, and a secret needs one to be looked at. The right one gives it back at
 * once; a wrong one keeps it for a pause before its connection hears of it, twice as long as the last one of its address,
 * up to a bound. So guessing on many connections is no faster. Where all places are taken, a secret waits for its turn
 * behind those that came before: who guesses holds up the others of its address, but a few guessers do not keep them
 * out. Only so many may wait. After a while of peace an address begins anew.
 *
 * <p>Used by all event loops. Times are those of {@link System#nanoTime}.
 */
final class WrongGuesses {
    static final int AT_A_TIME = 16;

    /** At five looks in a second, the last one has its turn after thirteen. */
    static final int MAX_WAITING = 64;

    static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final int DOUBLINGS = 5;
    static final long PEACE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** As many are remembered; then the one that was quiet longest is forgotten. */
    static final int MAX_ADDRESSES = 4_096;

    private static final int NETWORK_BYTES = 8;

    private final Map<InetAddress, Guesser> guessers = new Latest();

    /** When a secret is looked at. */
    enum Look {
        NOW,
        LATER,
        NEVER
    }

    synchronized Guesser at(InetAddress address) {
        return guessers.computeIfAbsent(networkOf(address), Guesser::new);
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

    /** Also one that was forgotten between two looks. */
    private synchronized void remember(Guesser guesser) {
        guessers.putIfAbsent(guesser.network, guesser);
    }

    private synchronized void forget(Guesser guesser) {
        guessers.remove(guesser.network, guesser);
    }

    /** All who come from one address. */
    final class Guesser {
        private final InetAddress network;
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int taken;
        private int guesses;
        private long lastPauseEnd;

        private Guesser(InetAddress network) {
            this.network = network;
        }

        /** Takes a place for a secret. If it has to wait for one, it is called when it has it, on any thread. */
        synchronized Look takePlace(Runnable whenTaken) {
            if (taken < AT_A_TIME) {
                taken++;
                return Look.NOW;
            }
            return waiting.size() < MAX_WAITING && waiting.add(whenTaken) ? Look.LATER : Look.NEVER;
        }

        /** A secret was wrong. Returns for how long it keeps its place. */
        synchronized long noteWrong(long nowNanos) {
            if (guesses > 0 && nowNanos - lastPauseEnd > PEACE_NANOS) {
                guesses = 0;
            }
            long pauseNanos = FIRST_PAUSE_NANOS << Math.min(guesses, DOUBLINGS);
            lastPauseEnd = nowNanos + pauseNanos;
            guesses++;
            remember(this);
            return pauseNanos;
        }

        /** Its place goes to who waits longest. */
        void leavePlace() {
            Runnable next;
            boolean isHarmless;
            synchronized (this) {
                next = waiting.poll();
                taken -= next == null ? 1 : 0;
                isHarmless = taken == 0 && guesses == 0;
            }
            if (next != null) {
                next.run();
            } else if (isHarmless) {
                forget(this);
            }
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
