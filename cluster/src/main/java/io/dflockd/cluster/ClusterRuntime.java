package io.dflockd.cluster;

import io.dflockd.cluster.log.ClusterStartException;
import io.dflockd.cluster.log.Leadership;
import io.dflockd.cluster.log.LogMachine;
import io.dflockd.cluster.log.LogSettings;
import io.dflockd.cluster.log.LogStatus;
import io.dflockd.cluster.log.ReplicatedLog;
import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.Genesis;
import io.dflockd.cluster.machine.Home;
import io.dflockd.cluster.machine.MachineSnapshot;
import io.dflockd.engine.Census;
import io.dflockd.engine.Stats;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Reply;
import io.dflockd.server.Administration;
import io.dflockd.server.EngineRuntime;
import io.dflockd.server.Intake;
import io.dflockd.server.RuntimeFactory;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine behind a replicated log: what its clients ask for is written to the disks of a majority before it is
 * answered, and every node can go on with it.
 *
 * <p>The way of a request: a loop leaves it in the {@link ClusterIntake}; it is collected by {@link Clients}; the
 * {@link Courier} gets it to the leader, whose {@link LeaderDesk} makes an entry of what all nodes have sent; the log
 * brings the entry to the {@link Replica} of every node; and the node that hosts the client hands it the answer.
 */
public final class ClusterRuntime implements EngineRuntime {
    private static final long HINT_SECONDS = 5;
    private static final Logger log = LoggerFactory.getLogger(ClusterRuntime.class);

    private final ClusterConfig config;
    private final ClusterSettings ownSettings;
    private final LongSupplier clock;
    private final Consumer<String> onFatal;
    private final Bell courierBell = new Bell();
    private final Bell leaderBell = new Bell();
    private final CountDownLatch alive = new CountDownLatch(1);
    private final Clients clients;
    private final Home home;
    private final Replica replica;
    private final Administrator administrator;
    private final ReplicatedLog replicatedLog;
    private final Courier courier;
    private final LeaderDesk leaderDesk;
    /** As it was told last: whoever goes by it is rung for again when it changes. */
    private volatile boolean leads;

    private volatile boolean isClosed;

    /** Makes runtimes for a node; {@code onFatal} gets one sentence for the operator, and ends the process. */
    public static RuntimeFactory factory(ClusterConfig config, Consumer<String> onFatal) {
        return (server, clock, background) -> new ClusterRuntime(config, server, clock, onFatal);
    }

    private ClusterRuntime(ClusterConfig config, ServerConfig server, LongSupplier clock, Consumer<String> onFatal)
            throws StartupException {
        this.config = config;
        this.clock = clock;
        this.onFatal = onFatal;
        this.ownSettings = new ClusterSettings(server.settings(), server.leaseSweepInterval(), server.gcInterval());
        this.clients = new Clients(config.node(), this::workHasCome, this::settled);
        this.home = new Home(config.node(), clients);
        this.replica = new Replica(home, clock);
        this.administrator = new Administrator(replica, ownSettings.engine());
        this.courier = new Courier(config.node(), replica, home, clients, clock, courierBell);
        this.leaderDesk =
                new LeaderDesk(config.node(), replica, clients, clock, this::genesis, config.nodeGrace(), leaderBell);
        this.replicatedLog = startLog();
        administrator.start(replicatedLog);
    }

    private ReplicatedLog startLog() throws StartupException {
        LogSettings settings = LogSettings.member(config.node(), config.peers(), config.dataDirectory())
                .electionTimeout(config.electionTimeout());
        if (config.bootstrap()) {
            settings = settings.start(LogSettings.Start.BOOTSTRAP);
        }
        ClusterConfig.Certificates files = config.certificates();
        if (files != null) {
            settings = settings.tls(PeerFiles.checked(files));
        }
        try {
            return ReplicatedLog.start(settings, new Machine());
        } catch (ClusterStartException failed) {
            throw new StartupException(Objects.toString(failed.getMessage(), "the log cannot start"), failed);
        }
    }

    private Genesis genesis() {
        Instant now = Instant.now();
        long lastFence = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return new Genesis(
                UUID.randomUUID().toString(),
                ownSettings,
                lastFence,
                List.copyOf(config.peers().keySet()));
    }

    private void workHasCome() {
        if (clients.needsHello()) {
            ringBoth();
        } else {
            alive.countDown();
            (leads ? leaderBell : courierBell).ring();
        }
    }

    private void ringBoth() {
        courierBell.ring();
        leaderBell.ring();
    }

    private void settled(ClusterSettings settings) {
        administrator.settled(settings);
    }

    /** Returns when this node is part of the cluster. */
    @Override
    public void start() throws StartupException {
        courier.start(replicatedLog, this::failed);
        leaderDesk.start(replicatedLog, this::failed);
        try {
            while (!alive.await(HINT_SECONDS, TimeUnit.SECONDS)) {
                log.info("waiting for a majority of {}{}", config.peers().keySet(), hint());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StartupException("stopped while waiting for the other nodes", stopped);
        }
    }

    private String hint() {
        return config.certificates() == null
                ? ": do they run, at these addresses?"
                : ": do they run, at these addresses, with certificates of the same authority?";
    }

    @Override
    public Intake newIntake() {
        return new ClusterIntake(config.node(), replica, clients);
    }

    @Override
    public long nowNanos() {
        return clock.getAsLong();
    }

    @Override
    public long leaseNanos() {
        return replica.nowNanos();
    }

    @Override
    public long lastTimeKeptNanos() {
        return clock.getAsLong();
    }

    /** Hands leadership over first, so that the others need not notice. */
    @Override
    public void dismissAll() {
        clients.dismiss();
        if (replicatedLog.leadership().isLeader()) {
            replicatedLog.status().peers().stream()
                    .filter(peer -> !peer.name().equals(config.node()))
                    .min(Comparator.comparingLong(peer -> peer.silentMillis().orElse(Long.MAX_VALUE)))
                    .ifPresent(peer -> transfer(peer.name()));
        }
    }

    @Override
    public Administration administration() {
        return administrator;
    }

    /** How this node sees the log and the others. */
    public LogStatus status() {
        return replicatedLog.status();
    }

    /** Two nodes with the same fingerprint are in the same state. It costs as much as a snapshot. */
    public String fingerprint() {
        return replica.ask(MachineSnapshot::fingerprintOf);
    }

    /** Hands leadership over to another node. Only the leader can. */
    public CompletableFuture<Void> transfer(String node) {
        return replicatedLog.transfer(node);
    }

    @Override
    public Census census() {
        return replica.machine().census();
    }

    @Override
    public int things() {
        return replica.machine().things();
    }

    @Override
    public Stats stats() {
        return replica.machine().stats();
    }

    @Override
    public Reply stats(Key key) {
        return replica.ask(machine -> machine.stats(key, replica.nowNanos()));
    }

    @Override
    public Reply stats(long session) {
        return replica.ask(machine -> machine.stats(session, replica.nowNanos()));
    }

    @Override
    public Reply summary() {
        return replica.machine().summary();
    }

    /** Without one of its threads a node would look alive and do nothing. */
    private void failed(Thread thread, Throwable fault) {
        if (!isClosed) {
            log.error("the thread {} failed", thread.getName(), fault);
            onFatal.accept("this node cannot go on, by a fault of ours: " + fault);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        courier.stop();
        leaderDesk.stop();
        try {
            replicatedLog.close();
        } catch (IOException failed) {
            log.warn("the log did not close as it should: {}", failed.toString());
        }
    }

    /** What the log calls. */
    private final class Machine implements LogMachine {
        @Override
        public void apply(long index, byte[] entry) {
            replica.apply(index, entry);
            if (leads) {
                leaderBell.ring();
            }
        }

        @Override
        public void writeSnapshot(OutputStream to) throws IOException {
            replica.writeSnapshot(to);
        }

        @Override
        public void readSnapshot(long index, InputStream from) throws IOException {
            replica.readSnapshot(index, from);
        }

        @Override
        public CompletableFuture<byte[]> onMessage(byte[] message) {
            return Administrator.isOrder(message)
                    ? administrator.obey(message)
                    : CompletableFuture.completedFuture(leaderDesk.offer(message));
        }

        @Override
        public void leadershipChanged(Leadership now) {
            log.debug("leadership: {}", now);
            leads = now.isLeader();
            clients.giveAgain();
            ringBoth();
        }

        @Override
        public void onFatal(String sentence, @Nullable Throwable cause) {
            if (!isClosed) {
                log.debug("cannot go on", cause);
                onFatal.accept(sentence);
            }
        }
    }
}
