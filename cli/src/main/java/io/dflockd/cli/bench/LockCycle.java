package io.dflockd.cli.bench;

import io.dflockd.protocol.FrameWriter;
import io.netty.buffer.ByteBuf;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Acquires a batch of keys of its own, which nobody else wants, and releases them with the next batch. */
final class LockCycle extends Work {
    /** How the resource is acquired and released: the words, and the argument of the first. */
    record Verbs(String acquire, String argument, String release) {
        static final Verbs LOCK = new Verbs("l", "0", "r");
        static final Verbs SEMAPHORE = new Verbs("sl", "0 1", "sr");
        static final Verbs READ = new Verbs("rl", "0", "rr");
        static final Verbs WRITE = new Verbs("wl", "0", "wr");
    }

    private final Budget budget;
    private final Verbs[] verbs;
    private final byte[][] acquires;
    private final byte[][] releases;
    private final Token[] tokens;
    private int firstKey;
    private int held;
    private boolean acquiring;

    /** The verbs are used in turn: the first for the first key, and so on. */
    LockCycle(Keys keys, int depth, Budget budget, Meter meter, Verbs... inTurn) {
        super(meter);
        this.budget = budget;
        verbs = IntStream.range(0, keys.count())
                .mapToObj(key -> inTurn[key % inTurn.length])
                .toArray(Verbs[]::new);
        acquires = IntStream.range(0, keys.count())
                .mapToObj(key -> new Request(verbs[key].acquire, keys.key(key), verbs[key].argument).bytes())
                .toArray(byte[][]::new);
        releases = IntStream.range(0, keys.count())
                .mapToObj(key -> FrameWriter.opening(verbs[key].release, keys.key(key)))
                .toArray(byte[][]::new);
        tokens = Stream.generate(Token::new).limit(depth).toArray(Token[]::new);
    }

    @Override
    public int ask(ByteBuf out) {
        return held > 0 ? release(out) : acquire(out);
    }

    private int acquire(ByteBuf out) {
        acquiring = true;
        firstKey = keyAt(tokens.length);
        int pairs = (budget.draw(2 * tokens.length) + 1) / 2;
        for (int i = 0; i < pairs; i++) {
            out.writeBytes(acquires[keyAt(i)]);
        }
        return pairs;
    }

    private int release(ByteBuf out) {
        acquiring = false;
        int count = held;
        for (int i = 0; i < count; i++) {
            out.writeBytes(releases[keyAt(i)]);
            tokens[i].write(out);
        }
        held = 0;
        return count;
    }

    @Override
    public void take(int place, ByteBuf in, int start, int end) throws BenchFailed {
        if (acquiring) {
            tokens[place].read(verbs[keyAt(place)].acquire, in, start, end);
            held++;
        } else {
            Replies.requireOk(verbs[keyAt(place)].release, in, start, end);
        }
    }

    private int keyAt(int place) {
        return (firstKey + place) % acquires.length;
    }
}
