package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client has opened is closed again, also when it never came to be used. */
@Pitfall("CL-18")
final class DescriptorsTest {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int TIMES = 10;

    private final TestServer server = TestServer.withAuth("open sesame");

    @BeforeEach
    void needsLinux() {
        assumeTrue(Files.isDirectory(DESCRIPTORS));
    }

    @AfterEach
    void closeAll() {
        server.close();
    }

    private static int descriptors() {
        return Objects.requireNonNull(new File(DESCRIPTORS.toString()).list()).length;
    }

    /** The threads that serve connections; those for callbacks end when they have been idle for a while. */
    private static Set<Thread> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("dflockd-\\d+-io.*"))
                .collect(toSet());
    }

    private static void assertLeavesNothing(Runnable attempt) {
        Set<Thread> threadsBefore = clientThreads();
        attempt.run(); // whatever is opened once for all
        eventually().untilAsserted(() -> assertThat(threadsBefore).containsAll(clientThreads()));
        int descriptorsBefore = descriptors();

        for (int i = 0; i < TIMES; i++) {
            attempt.run();
        }

        eventually().untilAsserted(() -> assertThat(threadsBefore).containsAll(clientThreads()));
        eventually().untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(descriptorsBefore));
    }

    private static void assertFailureLeavesNothing(DflockdOptions options) {
        assertLeavesNothing(
                () -> assertThatThrownBy(() -> Dflockd.connect(options)).isInstanceOf(DflockdException.class));
    }

    @Test
    void aRefusedConnectionLeavesNothing() {
        try (ReservedPort nobody = new ReservedPort()) {
            assertFailureLeavesNothing(options(nobody.address()).build());
        }
    }

    @Test
    void aWrongOrMissingSecretLeavesNothing() {
        assertFailureLeavesNothing(
                options(server.address()).authToken("sesame, open").build());
        assertFailureLeavesNothing(options(server.address()).build());
        server.awaitQuiet();
    }

    @Test
    void aFailedTlsHandshakeLeavesNothing(@TempDir Path folder) throws NoSuchAlgorithmException {
        Certificates certificates = Certificates.in(folder);
        try (TestServer nameless = TlsTest.underAnotherName(certificates)) {
            String address = "127.0.0.2:" + nameless.port();
            assertFailureLeavesNothing(
                    options(address).tls(SSLContext.getDefault()).build());
            assertFailureLeavesNothing(
                    options(address).tls(certificates.anonymous()).build());
            nameless.awaitQuiet();
        }
    }

    @Test
    void aServerThatSaysNothingLeavesNothing() throws NoSuchAlgorithmException {
        try (ScriptedServer silent = ScriptedServer.classic()) {
            silent.ignore("fence");
            DflockdOptions.Builder options = options(silent.address()).connectTimeout(Duration.ofMillis(30));
            assertFailureLeavesNothing(options.build());
            assertFailureLeavesNothing(options.tls(SSLContext.getDefault()).build());
        }
    }

    @Test
    void aClientThatWasUsedLeavesNothing() {
        DflockdOptions options =
                options(server.address()).authToken("open sesame").build();

        assertLeavesNothing(() -> {
            try (Dflockd client = Dflockd.connect(options)) {
                client.lock("kept").acquire(LONG);
                client.lock("async").acquireAsync(LONG).join().releaseAsync().join();
                client.lock("kept").acquireAsync(LONG);
            }
        });
        server.awaitQuiet();
    }

    /** Threads belong to the group of the thread that has started them, so a group shows all that a client starts. */
    @Test
    void allThreadsOfAClientAreDaemonsWithOurName() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("of a client");
        List<Thread> started = new ArrayList<>();
        CompletableFuture<Dflockd> used = new CompletableFuture<>();
        try (FaultProxy proxy = new FaultProxy(server.port())) {
            Thread user = new Thread(group, () -> used.complete(useAll(proxy)), "user");
            user.start();
            user.join(PATIENCE.toMillis());

            Thread[] all = new Thread[100];
            started.addAll(Arrays.asList(all).subList(0, group.enumerate(all)));

            used.join().close();
        }
        assertThat(started)
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(Thread::isDaemon)
                .allMatch(thread -> thread.getName().startsWith("dflockd-"));
    }

    private static Dflockd useAll(FaultProxy proxy) {
        Dflockd client = Dflockd.connect(
                options(proxy.address()).authToken("open sesame").build());
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        client.lock("orders").acquireAsync(LONG).join().onLost(told::complete);
        proxy.resetAll();
        told.join();
        return client;
    }
}
