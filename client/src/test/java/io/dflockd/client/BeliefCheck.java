package io.dflockd.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The check of what the client promises about {@link Grant#isHeld}: many clients in several processes fight for one key
 * with short leases, over connections that break, in processes that stand still. What counts as a belief, and why, is
 * said at {@link Belief}.
 *
 * <p>A server that keeps a lock until its lease ends, whatever becomes of the connection, gives no two clients reason to
 * believe at once, so there any overlap is a violation. One that releases on disconnect may see a break before its
 * client does: there overlaps are only counted, and what must hold is that no {@link FencedRegister} takes a stale
 * write.
 */
final class BeliefCheck {
    static final String REVIVED = "grants that came back";

    /** How the check runs. */
    record Settings(boolean autoRelease, Duration length, int children, int clientsEach, long seed) {}

    /** What came of it. */
    record Result(
            Settings settings,
            List<Belief> beliefs,
            Map<String, Integer> counts,
            Map<String, Integer> faults,
            long writesTaken,
            long writesRefused,
            List<String> violations) {

        int freezes() {
            return faults.getOrDefault(BeliefFaults.FREEZES, 0);
        }

        long losses() {
            return beliefs.stream().filter(Belief::wasLost).count();
        }

        String summary() {
            List<Belief.Overlap> overlaps = Belief.overlaps(beliefs);
            long longest =
                    overlaps.stream().mapToLong(Belief.Overlap::nanos).max().orElse(0);
            StringBuilder text = new StringBuilder();
            text.append("release on disconnect: ").append(settings.autoRelease ? "on" : "off");
            text.append(", ").append(settings.children * settings.clientsEach).append(" clients in ");
            text.append(settings.children).append(" processes, ");
            text.append(settings.length.toSeconds()).append(" s, seed ").append(settings.seed);
            row(text, "beliefs", beliefs.size() + ", of which lost " + losses());
            counts.forEach((name, number) -> row(text, name, number));
            faults.forEach((name, number) -> row(text, "fault: " + name, number));
            row(text, "register", writesTaken + " writes taken, " + writesRefused + " requests refused");
            row(text, "overlaps", overlaps.size() + ", the longest " + longest / 1000 + " us");
            row(text, "violations", violations.size());
            violations.forEach(violation -> text.append('\n').append(violation));
            return text.toString();
        }

        private static void row(StringBuilder text, String name, Object value) {
            text.append('\n').append(String.format("  %-40s %s", name, value));
        }
    }

    private final Settings settings;
    private final List<FaultProxy> proxies = new ArrayList<>();
    private final List<ChildJvm> children = new ArrayList<>();

    private BeliefCheck(Settings settings) {
        this.settings = settings;
    }

    /** Runs for the given time, and longer, up to a minute, until so many grants, a loss and a freeze were seen. */
    static Result run(Settings settings, int leastBeliefs) {
        return new BeliefCheck(settings).run(leastBeliefs);
    }

    private Result run(int leastBeliefs) {
        try (TestServer server = TestServer.start(config -> config.autoReleaseOnDisconnect(settings.autoRelease));
                FencedRegister register = new FencedRegister()) {
            startChildren(server.port(), register.port());
            BeliefFaults faults = new BeliefFaults(proxies, children, register::client, settings.seed);
            try (faults) {
                faults.start();
                awaitEnd(faults, leastBeliefs);
            }
            stopChildren();
            return result(register, faults);
        } finally {
            children.forEach(ChildJvm::close);
            proxies.forEach(FaultProxy::close);
        }
    }

    private void startChildren(int serverPort, int registerPort) {
        for (int i = 0; i < settings.children; i++) {
            List<FaultProxy> own = Stream.generate(() -> new FaultProxy(serverPort))
                    .limit(settings.clientsEach)
                    .toList();
            proxies.addAll(own);
            Stream<String> numbers = Stream.of((long) registerPort, settings.seed, (long) i * settings.clientsEach)
                    .map(Objects::toString);
            children.add(ChildJvm.start(
                    BeliefChild.class,
                    Stream.concat(numbers, own.stream().map(FaultProxy::address))
                            .toArray(String[]::new)));
        }
        children.forEach(child -> child.awaitLine(BeliefChild.READY));
    }

    private void awaitEnd(BeliefFaults faults, int leastBeliefs) {
        long begun = System.nanoTime();
        long length = settings.length.toNanos();
        long most = length + Duration.ofMinutes(1).toNanos();
        for (long passed = 0;
                passed < length || (passed < most && !isEnough(faults, leastBeliefs));
                passed = System.nanoTime() - begun) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private boolean isEnough(BeliefFaults faults, int leastBeliefs) {
        List<Belief> beliefs = beliefs();
        return beliefs.size() >= leastBeliefs
                && beliefs.stream().anyMatch(Belief::wasLost)
                && faults.counts().containsKey(BeliefFaults.FREEZES);
    }

    private void stopChildren() {
        children.forEach(child -> child.send(BeliefChild.STOP));
        children.forEach(child -> child.awaitLine(BeliefChild.DONE));
    }

    private Stream<String> lines() {
        return children.stream().flatMap(child -> child.lines().stream());
    }

    private List<Belief> beliefs() {
        return lines().map(Belief::parse).filter(Objects::nonNull).toList();
    }

    private Result result(FencedRegister seen, BeliefFaults faults) {
        List<Belief> beliefs = beliefs();
        Map<String, Integer> counts = counts();
        List<String> violations = new ArrayList<>(seen.violations());
        if (!settings.autoRelease) {
            Belief.overlaps(beliefs).forEach(overlap -> violations.add(overlap.toString()));
            violations.addAll(Belief.disorder(beliefs));
        }
        if (counts.containsKey(REVIVED)) {
            violations.add(REVIVED + ": " + counts.get(REVIVED));
        }
        int told = counts.getOrDefault(BeliefChild.BELIEFS, 0);
        if (told != beliefs.size()) {
            violations.add("the children told of " + told + " beliefs, but " + beliefs.size() + " arrived");
        }
        counts.remove(BeliefChild.BELIEFS);
        return new Result(settings, beliefs, counts, faults.counts(), seen.taken(), seen.refused(), violations);
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> sums = new TreeMap<>();
        lines().filter(line -> line.startsWith(BeliefChild.COUNT + " ")).forEach(line -> {
            String[] words = line.split(" ", 3);
            sums.merge(words[2], Integer.parseInt(words[1]), Integer::sum);
        });
        return sums;
    }

    /** Options come as pairs of a name and a value; exits with 1 after a violation. */
    public static void main(String[] arguments) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "--seconds", "120",
                "--clients", "50",
                "--children", "5",
                "--seed", Long.toString(System.nanoTime() % 1_000_000),
                "--auto-release", "both"));
        String usage = "known options, each with a value: " + options.keySet();
        IntStream.iterate(0, i -> i + 1 < arguments.length, i -> i + 2)
                .forEach(i -> options.put(arguments[i], arguments[i + 1]));
        if (options.size() != 5 || arguments.length % 2 != 0) {
            System.err.println(usage);
            System.exit(2);
        }
        boolean failed = false;
        for (boolean autoRelease : modes(String.valueOf(options.get("--auto-release")))) {
            Result result = run(settings(options, autoRelease), 1);
            System.out.println(result.summary());
            boolean isVacuous = result.beliefs().isEmpty() || result.losses() == 0 || result.freezes() == 0;
            failed |= isVacuous || !result.violations.isEmpty();
        }
        System.exit(failed ? 1 : 0);
    }

    private static boolean[] modes(String autoRelease) {
        return switch (autoRelease) {
            case "on" -> new boolean[] {true};
            case "off" -> new boolean[] {false};
            default -> new boolean[] {false, true};
        };
    }

    private static Settings settings(Map<String, String> options, boolean autoRelease) {
        int children = number(options, "--children");
        return new Settings(
                autoRelease,
                Duration.ofSeconds(number(options, "--seconds")),
                children,
                Math.max(1, number(options, "--clients") / children),
                number(options, "--seed"));
    }

    private static int number(Map<String, String> options, String name) {
        return Integer.parseInt(String.valueOf(options.get(name)));
    }
}
