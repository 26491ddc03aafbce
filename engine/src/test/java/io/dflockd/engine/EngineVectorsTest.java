package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Vector;
import io.dflockd.testkit.VectorRun;
import io.dflockd.testkit.Vectors;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of PROTOCOL.md on the bare engine: the first of the stages that play the same script. */
final class EngineVectorsTest {
    /** Vectors that say nothing about the bare engine, by the reason why. */
    private static final Map<String, Set<String>> LEFT_TO_OTHERS = Map.of(
            "the read timeout is the transport's", Set.of("V010", "V011", "V012", "V013", "V021", "V043"),
            "authentication is the transport's",
                    Set.of("V143", "V144", "V145", "V146", "V147", "V148", "V150", "V175", "V181"),
            "the size of a value is the transport's", Set.of("V171"),
            "the connection cap is the transport's", Set.of("V151"),
            "closing connections and ending a process is the server's part of a drain", Set.of("V161", "V162"));

    private static boolean isLeftToOthers(Vector vector) {
        return LEFT_TO_OTHERS.values().stream().anyMatch(ids -> ids.contains(vector.id()));
    }

    static Stream<Vector> vectorsOfTheEngine() {
        return Vectors.all().stream().filter(vector -> !isLeftToOthers(vector));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectorsOfTheEngine")
    void playsOnTheBareEngine(Vector vector) {
        VectorRun.play(vector, new EngineStage());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectorsOfTheEngine")
    @Pitfall("PP-06")
    void playsTheSameWhenEveryByteComesAlone(Vector vector) {
        VectorRun.play(vector, new EngineStage(1));
    }

    @Test
    void leavesOutOnlyVectorsThatThereAre() {
        assertThat(Vectors.all())
                .map(Vector::id)
                .containsAll(
                        LEFT_TO_OTHERS.values().stream().flatMap(Set::stream).toList());
    }
}
