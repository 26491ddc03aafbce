package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dflockd.testkit.Pitfall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ServerConfigTest {
    @Test
    void listensOnThisMachineOnlyUnlessToldOtherwise() {
        ServerConfig config = ServerConfig.builder().build();

        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.port()).isEqualTo(6388);
        assertThat(config.authToken()).isNull();
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    @Pitfall("SL-08")
    void refusesAWrongValueByTheNameOfItsFlag(String message, Consumer<ServerConfig.Builder> wrong) {
        ServerConfig.Builder builder = ServerConfig.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    wrong.accept(builder);
                    builder.build();
                })
                .withMessage(message);
    }

    static Stream<Arguments> wrongValues() {
        Duration negative = Duration.ofNanos(-1);
        Path file = Path.of("some.pem");
        Map<String, Consumer<ServerConfig.Builder>> wrongValues = Map.ofEntries(
                Map.entry("--host must not be empty", b -> b.host(" ")),
                Map.entry("--port must be from 0 to 65535, not -1", b -> b.port(-1)),
                Map.entry("--port must be from 0 to 65535, not 65536", b -> b.port(65_536)),
                Map.entry("--default-lease-ttl must be longer than 0 seconds", b -> b.defaultLease(Duration.ZERO)),
                Map.entry(
                        "--lease-sweep-interval must be longer than 0 seconds",
                        b -> b.leaseSweepInterval(Duration.ZERO)),
                Map.entry("--gc-interval must be longer than 0 seconds", b -> b.gcInterval(Duration.ZERO)),
                Map.entry("--gc-max-idle must be longer than 0 seconds", b -> b.gcMaxIdle(negative)),
                Map.entry("--read-timeout must be longer than 0 seconds", b -> b.readTimeout(Duration.ZERO)),
                Map.entry("--write-timeout must not be less than 0 seconds", b -> b.writeTimeout(negative)),
                Map.entry("--shutdown-timeout must not be less than 0 seconds", b -> b.shutdownTimeout(negative)),
                Map.entry("--max-locks must be at least 1, not 0", b -> b.maxLocks(0)),
                Map.entry("--max-keys must be at least 0, not -1", b -> b.maxKeys(-1)),
                Map.entry("--max-list-length must be at least 0, not -1", b -> b.maxListLength(-1)),
                Map.entry("--max-connections must be at least 0, not -1", b -> b.maxConnections(-1)),
                Map.entry("--max-connections-per-ip must be at least 0, not -1", b -> b.maxConnectionsPerIp(-1)),
                Map.entry("--max-waiters must be at least 0, not -1", b -> b.maxWaiters(-1)),
                Map.entry("--max-subscriptions must be at least 0, not -1", b -> b.maxSubscriptions(-1)),
                Map.entry("--max-inflight must be at least 1, not 0", b -> b.maxInflight(0)),
                Map.entry("--max-memory must be from 0 to 100, not -1", b -> b.maxMemory(-1)),
                Map.entry("--max-memory must be from 0 to 100, not 101", b -> b.maxMemory(101)),
                Map.entry("--event-loops must be at least 0, not -1", b -> b.eventLoops(-1)),
                Map.entry("--auth-token must not be empty", b -> b.authToken("")),
                Map.entry("--auth-token must be a single line", b -> b.authToken("a\nb")),
                Map.entry(
                        "--auth-token must be at most 65536 bytes long, not 65537",
                        b -> b.authToken("x".repeat(65_537))),
                Map.entry("--tls-cert needs --tls-key beside it", b -> b.tlsCert(file)),
                Map.entry("--tls-key needs --tls-cert beside it", b -> b.tlsKey(file)),
                Map.entry("--tls-client-ca needs --tls-cert and --tls-key beside it", b -> b.tlsClientCa(file)));
        return wrongValues.entrySet().stream().map(wrong -> Arguments.of(wrong.getKey(), wrong.getValue()));
    }

    @Test
    @Pitfall("LC-06")
    void takesATimeThatCannotBeCountedForTheLongestThatCan() {
        ServerConfig config = ServerConfig.builder()
                .defaultLease(Duration.ofSeconds(Long.MAX_VALUE))
                .readTimeout(Duration.ofSeconds(9_223_372_037L))
                .build();

        assertThat(config.defaultLease().toSeconds()).isEqualTo(9_223_372_036L);
        assertThat(config.readTimeout().toNanos()).isPositive();
    }

    @Test
    @Pitfall("TA-09")
    void doesNotShowItsSecret() {
        ServerConfig config = ServerConfig.builder().authToken("hush").build();

        assertThat(config).asString().contains("authToken=****").doesNotContain("hush");
    }

    @Test
    void doesNotChangeWhenItsBuilderIsUsedAgain() {
        ServerConfig.Builder builder = ServerConfig.builder().port(1);
        ServerConfig first = builder.build();

        builder.port(2);

        assertThat(first.port()).isEqualTo(1);
    }
}
