package io.dflockd.engine;

import io.dflockd.testkit.Received;
import io.dflockd.testkit.Stage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The bare engine as a stage: no socket and no thread, and time that passes only when someone waits. */
final class EngineStage implements Stage {
    private final int pieceSize;
    private Settings settings = Settings.DEFAULT;
    private long sweepNanos = Duration.ofSeconds(1).toNanos();
    private TestEngine engine = new TestEngine();
    private long nextSweepNanos;
    private long collectNanos = Duration.ofSeconds(5).toNanos();
    private long nextCollectionNanos;

    EngineStage() {
        this(Integer.MAX_VALUE);
    }

    /** A stage on which input arrives in pieces of at most this size. */
    EngineStage(int pieceSize) {
        this.pieceSize = pieceSize;
    }

    @Override
    public void start(List<String> options) {
        options.forEach(this::set);
        engine = new TestEngine(settings);
        nextSweepNanos = engine.nowNanos() + sweepNanos;
        nextCollectionNanos = engine.nowNanos() + collectNanos;
    }

    private void set(String option) {
        String[] parts = option.split("=", 2);
        String value = parts.length == 2 ? parts[1] : "true";
        switch (parts[0]) {
            case "--default-lease-ttl" -> settings = settings.withDefaultLeaseSeconds(Long.parseLong(value));
            case "--max-locks" -> settings = settings.withMaxLocks(Integer.parseInt(value));
            case "--max-waiters" -> settings = settings.withMaxWaiters(Integer.parseInt(value));
            case "--fence-field" -> settings = settings.withFenceField(Boolean.parseBoolean(value));
            case "--auto-release-on-disconnect" -> settings = settings.withAutoRelease(Boolean.parseBoolean(value));
            case "--lease-sweep-interval" -> sweepNanos = nanos(value);
            case "--gc-interval" -> collectNanos = nanos(value);
            case "--gc-max-idle" -> settings = settings.withMaxIdle(Duration.ofNanos(nanos(value)));
            case "--max-keys" -> settings = settings.withMaxKeys(Integer.parseInt(value));
            case "--max-list-length" -> settings = settings.withMaxListLength(Integer.parseInt(value));
            case "--max-subscriptions" -> settings = settings.withMaxSubscriptions(Integer.parseInt(value));
            default -> throw new IllegalArgumentException("the bare engine has no option " + option);
        }
    }

    private static long nanos(String seconds) {
        return Duration.ofSeconds(Long.parseLong(seconds)).toNanos();
    }

    @Override
    public Connection connect() {
        return new EngineConnection(engine.client("a connection"));
    }

    @Override
    public void pass(Duration time) {
        long until = engine.nowNanos() + time.toNanos();
        while (engine.nowNanos() < until) {
            step(until);
        }
    }

    /** Moves to the next instant at which something may happen. */
    private void step(long until) {
        long next = Math.min(Math.min(until, engine.passTime()), Math.min(nextSweepNanos, nextCollectionNanos));
        engine.passNanos(Math.max(0, next - engine.nowNanos()));
        engine.passTime();
        if (engine.nowNanos() == nextSweepNanos) {
            engine.sweep();
            nextSweepNanos += sweepNanos;
        }
        if (engine.nowNanos() == nextCollectionNanos) {
            engine.collect();
            nextCollectionNanos += collectNanos;
        }
    }

    @Override
    public void terminate() {
        throw new UnsupportedOperationException("the bare engine is not a process");
    }

    @Override
    public boolean refusesConnections() {
        throw new UnsupportedOperationException("the bare engine does not listen");
    }

    @Override
    public int exitStatus(Duration patience) {
        throw new UnsupportedOperationException("the bare engine is not a process");
    }

    @Override
    public void close() {}

    private final class EngineConnection implements Connection {
        private final TestClient client;

        EngineConnection(TestClient client) {
            this.client = client;
        }

        @Override
        public void send(byte[] bytes) {
            for (int at = 0; at < bytes.length; at += Math.min(pieceSize, bytes.length - at)) {
                client.sendRaw(Arrays.copyOfRange(bytes, at, at + Math.min(pieceSize, bytes.length - at)));
            }
        }

        @Override
        public Received receive(Duration patience) {
            long until = engine.nowNanos() + patience.toNanos();
            while (client.hasNoAnswer() && !client.isClosed() && engine.nowNanos() < until) {
                step(until);
            }
            if (!client.hasNoAnswer()) {
                return Received.line(client.answer());
            }
            return client.isClosed() ? Received.END : Received.SILENCE;
        }

        /** The end of the input is the end of the session, as for every server of this protocol. */
        @Override
        public void halfClose() {
            client.disconnect();
        }

        @Override
        public void close() {
            client.disconnect();
        }
    }
}
