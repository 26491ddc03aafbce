package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DflockdOptionsTest {
    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

    private final DflockdOptions.Builder builder = DflockdOptions.builder();

    @Test
    void timesMayBeForEver() {
        try (TestServer server = TestServer.start();
                Dflockd client = Dflockd.connect(builder.servers(server.address())
                        .connectTimeout(FOR_EVER)
                        .answerTimeout(FOR_EVER)
                        .releaseTimeout(FOR_EVER)
                        .pingInterval(FOR_EVER)
                        .backoff(Duration.ofMillis(1), FOR_EVER)
                        .build())) {
            assertThat(client.lock("orders").acquire(PATIENCE).release()).isTrue();
            assertThat(client.counter("hits").increment()).isOne();
        }
    }

    static Stream<BiFunction<DflockdOptions.Builder, Duration, DflockdOptions.Builder>> positiveTimes() {
        return Stream.of(
                DflockdOptions.Builder::lease,
                DflockdOptions.Builder::connectTimeout,
                DflockdOptions.Builder::answerTimeout,
                DflockdOptions.Builder::releaseTimeout,
                (options, time) -> options.backoff(time, FOR_EVER));
    }

    @ParameterizedTest
    @MethodSource("positiveTimes")
    void timesThatAreNonsenseAreRefusedWhereTheyAreGiven(
            BiFunction<DflockdOptions.Builder, Duration, DflockdOptions.Builder> time) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.apply(builder, Duration.ZERO))
                .withMessageContaining("must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.apply(builder, Duration.ofNanos(-1)))
                .withMessageContaining("must be positive");
    }

    @Test
    void aClusterIsNotAlsoSeveralServers() {
        String oneOfTheTwo =
                "servers(...) is for servers that share the keys, cluster(...) for the nodes of one cluster: call one of them";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DflockdOptions.builder().servers("a").cluster("b", "c"))
                .withMessage(oneOfTheTwo);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DflockdOptions.builder().cluster("b", "c").servers("a"))
                .withMessage(oneOfTheTwo);
    }

    @Test
    void aClusterHasNodesAndEachOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> builder.cluster()).withMessageContaining("at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.cluster("a", "b", "A:6388"))
                .withMessageContaining("named twice");
        assertThat(builder.cluster("a", "b:7000").build().servers).hasSize(2);
        assertThat(builder.build().areOneCluster).isTrue();
    }

    @Test
    void theNodesOfAClusterShareTheTimeToConnect() {
        DflockdOptions options = builder.connectTimeout(Duration.ofSeconds(9))
                .cluster("a", "b", "c")
                .build();

        assertThat(options.connection.forOneOf(3).connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.connection.forOneOf(1)).isEqualTo(options.connection);
    }

    @Test
    void aLeaseIsNotForEver() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.lease(FOR_EVER))
                .withMessageContaining("too long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "open\nsesame", "open sesame\r"})
    void aSecretThatCannotBeSentIsRefusedAndNotShown(String secret) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.authToken(secret))
                .withMessageNotContaining("sesame");
    }

    @Test
    void noSecretIsOne() {
        assertThat(builder.authToken(null).build().connection.authToken()).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // not every caller has it
    void whatIsMissingIsToldWhereItIsGiven() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder.sharding(null))
                .withMessage("strategy");
        assertThatNullPointerException().isThrownBy(() -> builder.metrics(null)).withMessage("hooks");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.callbackExecutor(null))
                .withMessage("executor");
        assertThatNullPointerException().isThrownBy(() -> builder.tls(null)).withMessage("context");
        assertThatNullPointerException().isThrownBy(() -> builder.lease(null)).withMessage("duration");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.pingInterval(null))
                .withMessage("duration");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.backoff(Duration.ofSeconds(1), null))
                .withMessage("most");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.servers((String) null))
                .withMessage("address of a server");
    }
}
