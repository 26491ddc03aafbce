package io.dflockd.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a {@link Link}. A thread reads from one socket into a queue; a second one writes from the queue to
 * the other socket, as soon as the faults of the moment let it.
 *
 * <p>The end of a connection goes through the same queue, so it is held and delayed like a byte. The queue has a limit:
 * behind a black hole a sender's own buffers fill in the end, as they would on a real network.
 */
final class Pipe {
    private static final int CHUNK = 8_192;
    private static final int ROOM = 1 << 20;

    private enum Kind {
        DATA,
        END,
        CUT,
        RESET
    }

    private enum Gate {
        OPEN,
        HOLDING,
        SWALLOWING
    }

    /** A silent pipe reads on, but nothing that it reads will ever be heard of. */
    private enum Phase {
        RUNNING,
        SILENT,
        CLOSED
    }

    private record Item(Kind kind, ByteBuffer bytes, long atNanos) {}

    private final Link link;
    private final Socket from;
    private final Socket to;
    private final Traffic traffic;

    private final Queue<Item> queue = new ArrayDeque<>();
    private int queuedBytes;
    private Phase phase = Phase.RUNNING;
    private boolean sourceEnded;
    private boolean ended;

    private Gate gate = Gate.OPEN;
    private long delayNanos;
    private int readLimit = CHUNK;
    private long readEveryNanos;
    private long nextReadNanos = System.nanoTime();
    private long bytesLeft = Long.MAX_VALUE;
    private Kind afterBytesLeft = Kind.CUT;

    Pipe(Link link, Socket from, Socket to, Traffic traffic) {
        this.link = link;
        this.from = from;
        this.to = to;
        this.traffic = traffic;
    }

    void start(String name) {
        startThread(this::read, "proxy reads " + name);
        startThread(this::write, "proxy writes " + name);
    }

    private static ByteBuffer nothing() {
        return ByteBuffer.allocate(0);
    }

    private static void startThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    void delay(Duration delay) {
        change(() -> delayNanos = delay.toNanos());
    }

    void hold() {
        change(() -> gate = Gate.HOLDING);
    }

    void swallow() {
        change(() -> {
            gate = Gate.SWALLOWING;
            queue.removeIf(item -> item.kind == Kind.DATA);
            queuedBytes = 0;
        });
    }

    void open() {
        change(() -> gate = Gate.OPEN);
    }

    void readSlowly(int bytes, Duration every) {
        change(() -> {
            readLimit = Math.min(bytes, CHUNK);
            readEveryNanos = every.toNanos();
            nextReadNanos = System.nanoTime();
        });
    }

    void cutAfter(long bytes) {
        change(() -> {
            bytesLeft = bytes;
            afterBytesLeft = Kind.CUT;
        });
    }

    void resetAfter(long bytes) {
        change(() -> {
            bytesLeft = bytes;
            afterBytesLeft = Kind.RESET;
        });
    }

    void heal() {
        change(() -> {
            open();
            delay(Duration.ZERO);
            readSlowly(CHUNK, Duration.ZERO);
            cutAfter(Long.MAX_VALUE);
        });
    }

    boolean isRunning() {
        synchronized (link) {
            return phase == Phase.RUNNING;
        }
    }

    void silence() {
        change(() -> {
            if (phase == Phase.RUNNING) {
                phase = Phase.SILENT;
                queue.clear();
                endIfSilent();
            }
        });
    }

    void close() {
        change(() -> phase = Phase.CLOSED);
    }

    void sourceBroken() {
        arrive(Kind.RESET, nothing());
    }

    private void change(Runnable change) {
        synchronized (link) {
            change.run();
            link.notifyAll();
        }
    }

    private void read() {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            // Of a read that waits only one byte can come, so a limit that is set meanwhile holds for all others.
            for (int first = in.read(); first >= 0; first = in.read()) {
                int limit = awaitTurnToRead();
                chunk[0] = (byte) first;
                int more = in.read(chunk, 1, Math.min(limit - 1, in.available()));
                arrive(Kind.DATA, ByteBuffer.wrap(Arrays.copyOf(chunk, 1 + more)));
            }
            arrive(Kind.END, nothing());
        } catch (IOException broken) {
            arrive(Kind.RESET, nothing());
        }
    }

    /** How many bytes may be read now. */
    private int awaitTurnToRead() {
        synchronized (link) {
            while (phase == Phase.RUNNING) {
                long waitNanos = nextReadNanos - System.nanoTime();
                if (readLimit == 0 || queuedBytes >= ROOM) {
                    awaitChange();
                } else if (waitNanos > 0) {
                    awaitChange(waitNanos);
                } else {
                    nextReadNanos = System.nanoTime() + readEveryNanos;
                    return readLimit;
                }
            }
            return CHUNK;
        }
    }

    private void arrive(Kind kind, ByteBuffer bytes) {
        change(() -> {
            traffic.arrived().addAndGet(bytes.remaining());
            sourceEnded |= kind != Kind.DATA;
            boolean lost = gate == Gate.SWALLOWING && kind == Kind.DATA;
            if (phase == Phase.RUNNING && !lost) {
                queue.add(new Item(kind, bytes, System.nanoTime()));
                queuedBytes += bytes.remaining();
            }
            endIfSilent();
        });
    }

    private void endIfSilent() {
        if (phase == Phase.SILENT && sourceEnded) {
            end();
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            link.pipeEnded();
        }
    }

    private void write() {
        for (Item item = take(); item != null; item = take()) {
            switch (item.kind) {
                case DATA -> pass(item.bytes);
                case END -> passEnd();
                case CUT -> link.cut();
                case RESET -> link.reset();
            }
        }
    }

    /** What is next to be written, or null when nothing ever will. */
    private @Nullable Item take() {
        synchronized (link) {
            while (phase == Phase.RUNNING) {
                if (bytesLeft == 0) {
                    return new Item(afterBytesLeft, nothing(), 0);
                }
                Item head = queue.peek();
                if (head == null || gate != Gate.OPEN) {
                    awaitChange();
                    continue;
                }
                long waitNanos = head.atNanos + delayNanos - System.nanoTime();
                if (waitNanos <= 0) {
                    return remove();
                }
                awaitChange(waitNanos);
            }
            return null;
        }
    }

    private Item remove() {
        Item item = queue.remove();
        queuedBytes -= item.bytes.remaining();
        item.bytes.limit((int) Math.min(item.bytes.limit(), bytesLeft));
        bytesLeft -= item.bytes.remaining();
        link.notifyAll();
        return item;
    }

    private void pass(ByteBuffer bytes) {
        byte[] passing = new byte[bytes.remaining()];
        bytes.get(passing);
        try {
            to.getOutputStream().write(passing);
            traffic.passed().addAndGet(passing.length);
        } catch (IOException broken) {
            link.broken(this);
        }
    }

    private void passEnd() {
        try {
            to.shutdownOutput();
        } catch (IOException broken) {
            link.broken(this);
        }
        change(this::end);
    }

    private void awaitChange() {
        awaitChange(TimeUnit.DAYS.toNanos(1));
    }

    /** Until something in the link changes, or this time is over, or for no reason: its callers look again. */
    @SuppressWarnings("WaitNotInLoop")
    private void awaitChange(long nanos) {
        try {
            link.wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
