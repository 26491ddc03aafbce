package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.dflockd.testkit.Pitfall;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Whatever is thrown on the transport's thread, and wherever: nobody waits for ever, and nothing is left behind. */
@Pitfall({"JV-03", "CL-16", "CL-18"})
final class MishapTest {
    /** Called by the loop and not by its tasks: what is thrown there stops the thread. */
    private static final String IN_THE_LOOP = "Lookout.calculateStrategy";

    private static final int MOST_PLAYS = 100;

    /** Those that tell of mishaps: the client, and the loop that it runs on. */
    private static final List<Logger> LOGS = Stream.of("io.dflockd.client", "io.netty")
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();

    private final AutoCloseable scenarios;
    private final Method play;
    private final List<String> problems = new ArrayList<>();

    MishapTest() throws ReflectiveOperationException {
        Class<?> type = new MishapLoader().loadClass(MishapScenarios.class.getName());
        scenarios = (AutoCloseable) type.getDeclaredConstructor().newInstance();
        play = type.getDeclaredMethod("play", String.class);
    }

    /** A thousand stack traces would hide what is wrong elsewhere. */
    @BeforeEach
    void beQuiet() {
        LOGS.forEach(log -> log.setLevel(Level.OFF));
    }

    @AfterEach
    void end() throws Exception {
        LOGS.forEach(log -> log.setLevel(null));
        scenarios.close();
    }

    @Test
    void anErrorAtAnyCallOfTheTransportLeavesNoFutureOpen() throws Exception {
        Set<String> tried = new HashSet<>();
        for (String scenario : MishapScenarios.NAMES) {
            for (String place : placesOf(scenario)) {
                if (!place.startsWith(IN_THE_LOOP) && tried.add(place)) {
                    play(scenario, place);
                }
            }
        }

        assertThat(tried).hasSizeGreaterThan(1_000);
        assertThat(problems).isEmpty();
    }

    @Test
    void anErrorThatStopsTheThreadOfTheTransportLeavesNoFutureOpen() throws Exception {
        for (String scenario : List.of("connect", "lock", "break")) {
            play(scenario, placeInTheLoop(scenario));
        }

        assertThat(problems).isEmpty();
    }

    /** The loop goes round by itself: in a quick play it may not have come by. */
    private String placeInTheLoop(String scenario) throws Exception {
        Optional<String> found = Optional.empty();
        for (int i = 0; i < MOST_PLAYS && found.isEmpty(); i++) {
            found = placesOf(scenario).stream()
                    .filter(place -> place.startsWith(IN_THE_LOOP))
                    .findFirst();
        }
        return found.orElseThrow();
    }

    private List<String> placesOf(String scenario) throws Exception {
        Mishap.at(null);
        play.invoke(scenarios, scenario);
        return Mishap.end();
    }

    private void play(String scenario, String place) throws InterruptedException {
        Mishap.at(place);
        try {
            Worker.start(() -> play.invoke(scenarios, scenario)).result();
        } catch (RuntimeException failed) {
            problems.add(scenario + ", " + place + ": " + told(rootOf(failed)));
        }
        Mishap.end();
    }

    /** With where it was: nobody knows a second time. */
    private static String told(Throwable root) {
        StringWriter text = new StringWriter();
        root.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static Throwable rootOf(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == null ? thrown : rootOf(cause);
    }
}
