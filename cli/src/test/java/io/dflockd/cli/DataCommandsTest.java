package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dflockd.client.Dflockd;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands for values, counters, lists and barriers, each as a script would use it. */
@Timeout(60)
final class DataCommandsTest {
    private static DflockdServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = DflockdServer.start(ServerConfig.builder().port(0).build());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void aValueIsPrintedAsItIs() {
        assertPrints(run("kv", "set", "mode", "blue green"));
        assertPrints(run("kv", "get", "mode"), "blue green");
        assertPrints(run("kv", "get", "mode", "--json"), "{\"key\":\"mode\",\"value\":\"blue green\"}");
        assertPrints(run("kv", "del", "mode"));

        assertNothing(run("kv", "get", "mode"));
    }

    @Test
    void aValueComesFromStandardInput() {
        Program.Outcome outcome = here().runWith("from a pipe\n", "kv", "set", "piped", "-");

        assertPrints(outcome);
        assertPrints(run("kv", "get", "piped"), "from a pipe");
    }

    @Test
    void aValueThatLooksLikeAnOptionFollowsTwoDashes() {
        assertPrints(run("kv", "set", "sign", "--", "-5"));

        assertPrints(run("kv", "get", "sign"), "-5");
    }

    @Test
    void aValueIsStoredOnlyIfItIsAsExpected() {
        assertPrints(run("kv", "set", "--if-absent", "once", "a"));
        assertNothing(run("kv", "set", "--if-absent", "once", "b", "--ttl", "60"));
        assertPrints(run("kv", "cas", "once", "a", "c", "--ttl", "60"));
        assertNothing(run("kv", "cas", "once", "a", "d"));

        assertPrints(run("kv", "get", "once"), "c");
        assertPrintsButFails(run("kv", "cas", "once", "a", "d", "--json"), "{\"key\":\"once\",\"done\":false}");
    }

    @Test
    void aCounterPrintsItsNumber() {
        assertPrints(run("counter", "get", "hits"), "0");
        assertPrints(run("counter", "incr", "hits"), "1");
        assertPrints(run("counter", "incr", "hits", "-5"), "-4");
        assertPrints(run("counter", "decr", "hits", "2"), "-6");
        assertPrints(run("counter", "set", "hits", "-7"));
        assertPrints(run("counter", "get", "hits", "--json"), "{\"key\":\"hits\",\"value\":-7}");
    }

    @Test
    void aListIsAQueue() {
        assertPrints(run("push", "jobs", "a", "b c"), "2");
        assertPrints(here().runWith("d\ne\n", "list", "push", "jobs", "-"), "4");
        assertPrints(run("push", "--first", "jobs", "first"), "5");
        assertPrints(run("list", "len", "jobs"), "5");
        assertPrints(run("list", "range", "jobs"), "first", "a", "b c", "d", "e");
        assertPrints(run("list", "range", "jobs", "-2", "-1"), "d", "e");
        assertPrints(
                run("list", "range", "jobs", "0", "1", "--json"), "{\"key\":\"jobs\",\"items\":[\"first\",\"a\"]}");
        assertPrints(run("pop", "jobs"), "first");
        assertPrints(run("pop", "--last", "jobs"), "e");
        assertPrints(run("list", "pop", "jobs", "--wait", "5"), "a");
        assertPrints(run("pop", "jobs", "--json"), "{\"key\":\"jobs\",\"item\":\"b c\"}");
        assertPrints(run("pop", "jobs", "--wait", "5", "--last"), "d");
        assertNothing(run("pop", "jobs"));
        assertNothing(run("pop", "jobs", "--wait", "0.1"));
    }

    @Test
    void aPopWaitsForAnItem() {
        CompletableFuture<Program.Outcome> popped =
                CompletableFuture.supplyAsync(() -> run("pop", "orders", "--wait", "60"));
        await().until(() -> server.census().waiters() == 1);

        run("push", "orders", "42");

        assertPrints(popped.join(), "42");
    }

    @Test
    void aBarrierOpensWhenAllHaveCome() {
        CompletableFuture<Program.Outcome> first = CompletableFuture.supplyAsync(() -> run("barrier", "start", "2"));

        assertPrints(run("barrier", "start", "2"));

        assertPrints(first.join());
        assertNothing(run("barrier", "start", "2", "--timeout", "0.1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kv                   | kv takes one of get, set, del, cas (dflockd kv --help says more)
            kv gett k            | unknown command 'gett', did you mean get? (dflockd kv --help lists them all)
            kv set k             | VALUE is missing: dflockd kv set KEY VALUE
            kv get a b           | unexpected argument 'b': dflockd kv get KEY
            counter incr hits x  | N takes a whole number, not 'x'
            list range l 0 --jsn | STOP takes a whole number, not '--jsn'
            barrier b many       | COUNT takes a whole number, not 'many'
            kv get k --server x: | --server takes host:port, or several with commas between, not 'x:'
            """)
    void endsWithStatusTwoForAMistake(String arguments, String complaint) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(arguments.split(" "));

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void aKeyThatCannotBeOneIsAMistake() {
        Program.Outcome outcome = run("kv", "get", "a b");

        assertThat(outcome.err()).containsExactly("dflockd: key 'a b': it contains a blank or a line break");
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void whatTheServerRefusesIsOneLine() {
        run("counter", "set", "most", String.valueOf(Long.MAX_VALUE));

        Program.Outcome outcome = run("counter", "incr", "most");

        assertThat(outcome.err()).singleElement().asString().startsWith("dflockd: ");
        assertThat(outcome.status()).isEqualTo(69);
    }

    @Test
    void theOptionWinsOverTheVariable() {
        Program elsewhere = new Program(Map.of("DFLOCKD_SERVER", "127.0.0.1:1"));

        assertThat(elsewhere.run("counter", "get", "here").status()).isEqualTo(69);
        assertPrints(elsewhere.run("counter", "get", "here", "--server", address()), "0");
    }

    @Test
    void keysAreSharedBetweenServersAsTheClientDoesIt() throws Exception {
        try (DflockdServer other =
                DflockdServer.start(ServerConfig.builder().port(0).build())) {
            String second = "127.0.0.1:" + other.address().getPort();
            for (String key : new String[] {"s1", "s2", "s3", "s4", "s5", "s6"}) {
                assertPrints(run("kv", "set", key, "v", "--server", address(), "--server", second));
            }

            assertThat(other.census().values()).isBetween(1, 5);
            try (Dflockd both = Dflockd.connect(address(), second)) {
                assertThat(both.values().get("s6")).contains("v");
            }
        }
    }

    @Test
    void theNodesOfAClusterHaveAllKeys() {
        Program.Outcome outcome = run("counter", "get", "any", "--cluster", "--server", address() + ",127.0.0.1:1");

        assertPrints(outcome, "0");
    }

    @Test
    void speaksTlsAndShowsTheToken(@TempDir Path folder) throws Exception {
        Certificates.ServerFiles files = Certificates.in(folder).selfSigned();
        Path token = Files.writeString(folder.resolve("token"), "hush\n");
        ServerConfig config = ServerConfig.builder()
                .port(0)
                .tlsCert(files.cert())
                .tlsKey(files.key())
                .authToken("hush")
                .build();
        try (DflockdServer locked = DflockdServer.start(config)) {
            String address = "127.0.0.1:" + locked.address().getPort();
            Program program = new Program(Map.of("DFLOCKD_SERVER", address));
            String ca = files.cert().toString();

            assertPrints(
                    program.run("counter", "get", "c", "--tls-ca", ca, "--auth-token-file", token.toString()), "0");
            assertThat(program.run("counter", "get", "c", "--tls-ca", ca).status())
                    .isEqualTo(69);
            assertThat(program.run("counter", "get", "c", "--tls-ca", token.toString())
                            .err())
                    .containsExactly("dflockd: --tls-ca " + token + " has no certificate in PEM form");
            assertPrints(
                    new Program(Map.of("DFLOCKD_SERVER", address, "DFLOCKD_AUTH_TOKEN", "hush"))
                            .run("counter", "get", "c", "--tls-ca", ca),
                    "0");
        }
    }

    private static String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private static Program here() {
        return new Program(Map.of("DFLOCKD_SERVER", address()));
    }

    private static Program.Outcome run(String... args) {
        return here().run(args);
    }

    private static void assertPrints(Program.Outcome outcome, String... lines) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly(lines);
        assertThat(outcome.status()).isZero();
    }

    private static void assertPrintsButFails(Program.Outcome outcome, String... lines) {
        assertThat(outcome.out()).containsExactly(lines);
        assertThat(outcome.status()).isEqualTo(1);
    }

    private static void assertNothing(Program.Outcome outcome) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }
}
