package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.OFTEN;
import static io.dflockd.client.Clients.patientOptions;
import static io.dflockd.client.Patience.eventually;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.testkit.Certificates;
import io.netty.util.Version;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client and the real server, with the Netty of the application in the one and its own in the other. */
@AnyNetty
final class AnyNettyTest {
    private static ServerChild server;

    private final Tally tally = new Tally();

    @BeforeAll
    static void startServer() {
        server = new ServerChild();
    }

    @AfterAll
    static void endServer() {
        server.close();
    }

    private Dflockd client() {
        return Dflockd.connect(patientOptions(server.address())
                .renewalRatio(OFTEN)
                .metrics(tally)
                .build());
    }

    /** Otherwise all others of this kind would show nothing. */
    @Test
    void isTheOneThatTheBuildMeans() {
        String meant = System.getProperty("dflockd.test.netty");

        assertThat(Version.identify().values())
                .isNotEmpty()
                .allSatisfy(jar -> assertThat(jar.artifactVersion()).isEqualTo(meant));
    }

    @Test
    void aLockIsWaitedForRenewedAndPassedOn() {
        try (Dflockd client = client();
                Dflockd other = client()) {
            Grant first = client.lock("orders").acquire(LONG);
            CompletableFuture<Grant> second = other.lock("orders").acquireAsync(LONG);
            tally.awaitRenewals(3);
            assertThat(second).isNotDone();

            assertThat(first.release()).isTrue();

            assertThat(Worker.start(second::join).result().release()).isTrue();
        }
    }

    @Test
    void signalsAndLongAnswersArrive() {
        Heard heard = new Heard();
        try (Dflockd client = client()) {
            client.signals().listen("news.>", heard.signals());
            client.signals().send("news.today", "rain");
            heard.await("news.today=rain");

            ItemList list = client.list("jobs");
            for (int i = 0; i < 1_000; i++) {
                list.addLastAsync("a job that is the work of many lines " + i);
            }
            assertThat(list.all()).hasSize(1_000);
        }
    }

    @Test
    void aRestartOfTheServerIsALossAndTheNextLockIsHadFromItsSuccessor() {
        try (ServerChild restarted = new ServerChild();
                Dflockd client = Dflockd.connect(
                        patientOptions(restarted.address()).metrics(tally).build())) {
            Grant grant = client.lock("orders").acquire(LONG);

            restarted.restart();

            eventually().until(() -> !grant.isHeld());
            assertThat(client.lock("orders").acquire(LONG).isHeld()).isTrue();
            assertThat(tally.losses()).containsExactly(LossReason.CONNECTION_LOST);
        }
    }

    /** Whether a host's name is checked unasked differs between the two versions. */
    @Test
    void withTlsTheNameOfTheHostIsCheckedUnlessToldOtherwise(@TempDir Path folder) {
        Certificates certificates = Certificates.in(folder);
        try (ServerChild encrypted = ServerChild.withTls(certificates)) {
            String known = "localhost:" + encrypted.port();
            String unknown = "127.0.0.2:" + encrypted.port();

            assertWorks(patientOptions(known).tls(certificates.anonymous()));
            assertWorks(patientOptions(unknown).tls(certificates.anonymous()).verifyHostName(false));
            assertThatThrownBy(() -> assertWorks(patientOptions(unknown).tls(certificates.anonymous())))
                    .isInstanceOf(ConnectionException.class);
        }
    }

    private static void assertWorks(DflockdOptions.Builder options) {
        try (Dflockd client = Dflockd.connect(options.build());
                Grant grant = client.lock("orders").acquire(LONG)) {
            assertThat(grant.release()).isTrue();
        }
    }

    @Test
    void withoutTheJarsOfEpollItTakesNio() {
        String without = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("epoll"))
                .collect(joining(File.pathSeparator));

        try (ChildJvm application = ChildJvm.startWith(without, Visitor.class, server.address())) {
            application.awaitLine("held");
        }
    }

    /** Runs in a child. */
    static final class Visitor {
        public static void main(String[] arguments) {
            assertWorks(patientOptions(arguments[0]));
            System.out.println("held");
        }
    }

    @Test
    void closingEndsTheThreadOfTheTransport() {
        Dflockd client = client();
        Thread[] before = transports();
        assertThat(before).isNotEmpty();

        client.close();

        eventually().until(() -> transports().length < before.length);
    }

    private static Thread[] transports() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("dflockd-\\d+-io.*"))
                .toArray(Thread[]::new);
    }
}
