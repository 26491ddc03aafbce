package io.dflockd.cli.client;

import io.dflockd.cli.run.GuardedRun;
import io.dflockd.cli.run.Plan;
import io.dflockd.client.Acquirable;
import io.dflockd.client.Dflockd;
import io.dflockd.client.Election;
import io.dflockd.client.Grant;
import io.dflockd.client.Lock;
import io.dflockd.client.ReadWriteLock;
import io.dflockd.client.Semaphore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code dflockd lock}, {@code sem}, {@code rw} and {@code elect}: run a command while something is held. */
final class RunCommands {
    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

    private static final String[] AFTERWARDS = {
        "A key that is used with -s or -x is a read-write lock, for all who use it.",
        "The command has DFLOCKD_KEY, DFLOCKD_TOKEN and DFLOCKD_FENCE in its environment;",
        "signals are passed on to it and all that it has started. Exit status:",
        "  that of the command; 128 + N if signal N has ended it",
        "  1    not granted in time (or that of -E)     2    wrong command line",
        "  69   the server is away or refuses           75   lost while the command ran",
        "  126  the command cannot be run               127  there is no such command",
        "  130  Ctrl-C while it waited (129, 143: SIGHUP, SIGTERM)"
    };

    private final Surroundings around;

    RunCommands(Surroundings around) {
        this.around = around;
    }

    CommandSpec lock() {
        return command("lock", this::lock)
                .options(ClientOption.SHARED, ClientOption.EXCLUSIVE)
                .saying(
                        "Runs a command while a lock is held: flock(1) across machines.",
                        help(
                                "dflockd lock deploy -- ./release.sh",
                                "dflockd lock -n nightly -- ./backup.sh || echo 'runs elsewhere'",
                                "dflockd lock -w 60 -s docs -- ./index.sh   # a read lock"));
    }

    CommandSpec semaphore() {
        return command("sem", this::semaphore)
                .options(ClientOption.LIMIT)
                .saying(
                        "Runs a command while one of so many slots is held.",
                        help("dflockd sem pool --limit 3 -- ./job.sh"));
    }

    CommandSpec readWriteLock() {
        return command("rw", this::readWriteLock)
                .options(ClientOption.SHARED, ClientOption.EXCLUSIVE)
                .saying(
                        "Runs a command while a read or a write lock is held.",
                        help("dflockd rw -s docs -- ./index.sh", "dflockd rw -x docs -- ./rewrite.sh"));
    }

    CommandSpec election() {
        return command("elect", this::election)
                .saying(
                        "Waits to be elected, and runs a command while it leads.",
                        help("dflockd elect scheduler -- ./scheduler.sh"));
    }

    private static String[] help(String... examples) {
        return ClientCommands.examples(examples, AFTERWARDS);
    }

    private ClientCommand command(String name, ClientCommand.Work work) {
        return new ClientCommand(name, around, work)
                .words("KEY", "COMMAND")
                .andMore("KEY -- COMMAND [ARG]...")
                .options(
                        ClientOption.NONBLOCK,
                        ClientOption.TIMEOUT,
                        ClientOption.CONFLICT_STATUS,
                        ClientOption.LEASE,
                        ClientOption.ON_LOST,
                        ClientOption.GRACE);
    }

    private int lock(Call call) {
        boolean isReadWrite = call.isOn(ClientOption.SHARED) || call.isOn(ClientOption.EXCLUSIVE);
        return isReadWrite ? readWriteLock(call) : run(call, "lock", client -> ask(client.lock(call.word(0)), call));
    }

    private int readWriteLock(Call call) {
        boolean isShared = call.isOn(ClientOption.SHARED);
        if (isShared == call.isOn(ClientOption.EXCLUSIVE)) {
            throw call.misuse("it takes one of -s (shared) and -x (exclusive)");
        }
        return run(call, isShared ? "read lock" : "write lock", client -> {
            ReadWriteLock lock = client.readWriteLock(call.word(0));
            return ask(isShared ? lock.read() : lock.write(), call);
        });
    }

    private int semaphore(Call call) {
        Integer limit = call.valueOrNull(ClientOption.LIMIT);
        if (limit == null) {
            throw call.misuse("--limit is missing: how many may hold it at a time");
        }
        return run(call, "semaphore", client -> ask(client.semaphore(call.word(0), limit), call));
    }

    private int election(Call call) {
        return run(call, "leadership", client -> {
            Election election = client.election(call.word(0));
            Duration lease = lease(call);
            return (lease == null ? election : election.lease(lease)).campaignAsync(patience(call));
        });
    }

    private static CompletableFuture<Grant> ask(Acquirable slot, Call call) {
        Duration lease = lease(call);
        Acquirable leased = lease == null ? slot : leased(slot, lease);
        return leased.acquireAsync(patience(call));
    }

    private static Acquirable leased(Acquirable slot, Duration lease) {
        return slot instanceof Lock lock ? lock.lease(lease) : ((Semaphore) slot).lease(lease);
    }

    private static @Nullable Duration lease(Call call) {
        return call.valueOrNull(ClientOption.LEASE);
    }

    private static Duration patience(Call call) {
        if (call.isOn(ClientOption.NONBLOCK)) {
            return Duration.ZERO;
        }
        return call.isGiven(ClientOption.TIMEOUT) ? call.value(ClientOption.TIMEOUT) : FOR_EVER;
    }

    private static int run(Call call, String noun, Function<Dflockd, CompletableFuture<Grant>> wish) {
        String key = call.word(0);
        List<String> words = call.words();
        Plan plan = new Plan(
                noun + " '" + key + "'",
                wish,
                !patience(call).isZero(),
                call.value(ClientOption.CONFLICT_STATUS),
                call.value(ClientOption.ON_LOST),
                call.value(ClientOption.GRACE),
                words.subList(1, words.size()));
        Servers servers = call.servers();
        try (Dflockd client = servers.connect()) {
            return new GuardedRun(plan, call.err()).perform(client, key, servers.targetOf(key));
        }
    }
}
