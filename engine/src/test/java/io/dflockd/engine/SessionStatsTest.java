package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who a session is and what it has: {@code name} and the stats of one session, 2.12 and 2.15 of PROTOCOL.md. */
final class SessionStatsTest {
    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient curious = engine.client("curious");

    private String ask(TestClient about) {
        return curious.ask("stats", Long.toString(about.session().id()), "session");
    }

    @Test
    void aSessionThatHasNothingIsToldOfAllTheSame() {
        engine.passSeconds(3);

        assertThat(ask(alice))
                .matches("ok \\{\"conn_id\":1,\"open_s\":[0-9.]+,\"held_count\":0,\"holds\":\\[],"
                        + "\"waiting_count\":0,\"waits_for\":\\[],\"subscriptions\":\\[]}");
    }

    @Test
    void tellsAllThatASessionHoldsWaitsForAndListensTo() {
        alice.ask("name", "_", "billing@web-3");
        alice.ask("tag", "_", "on");
        bob.send("wl", "report", "0 60");
        alice.send("1 l", "orders", "0 33");
        alice.send("2 rl", "report", "60");
        alice.send("3 blpop", "jobs", "30");
        alice.send("4 listen", "orders.*", "group");
        alice.send("5 watch", "config.>", "");

        engine.passMillis(1_500);

        assertThat(ask(alice))
                .contains("\"name\":\"billing@web-3\"")
                .contains("\"held_count\":1,\"holds\":[{\"key\":\"orders\",\"kind\":\"lock\",\"held_s\":1.500,"
                        + "\"lease_expires_in_s\":31.500,\"fence\":1002}]")
                .contains("\"waiting_count\":2,\"waits_for\":["
                        + "{\"key\":\"jobs\",\"kind\":\"list\",\"gives_up_in_s\":28.500},"
                        + "{\"key\":\"report\",\"kind\":\"rw_lock\",\"mode\":\"read\",\"waited_s\":1.500,"
                        + "\"gives_up_in_s\":58.500}]")
                .endsWith("\"subscriptions\":[{\"kind\":\"watch\",\"pattern\":\"config.>\"},"
                        + "{\"kind\":\"listen\",\"pattern\":\"orders.*\",\"group\":\"group\"}]}");
    }

    @Test
    void thereIsNothingToTellOfASessionThatIsGone() {
        long gone = alice.session().id();
        alice.disconnect();

        assertThat(curious.ask("stats", Long.toString(gone), "session")).isEqualTo("nil");
        assertThat(curious.ask("stats", "4711", "session")).isEqualTo("nil");
    }

    @Test
    void theLastNameCountsAndAppearsWhereverTheSessionDoes() {
        assertThat(alice.ask("name", "_", "  ci-runner@build-7 ")).isEqualTo("ok");
        assertThat(alice.ask("name", "_", "ünïcode \"quoted\"")).isEqualTo("ok");
        bob.ask("name", "_", "bob");
        alice.send("l", "k", "0");
        bob.send("l", "k", "60");

        assertThat(curious.ask("stats", "k", "key"))
                .contains("\"holders\":[{\"conn_id\":1,\"name\":\"ünïcode \\\"quoted\\\"\",")
                .contains("\"queue\":[{\"conn_id\":2,\"name\":\"bob\",\"waited_s\":0.000,\"gives_up_in_s\":60.000}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\u0007b", "a\u007Fb", "a\u0085b", "a\tb"})
    void aNameThatCannotBeShownIsRefused(String name) {
        assertThat(alice.ask("name", "_", name)).isEqualTo("error");
    }

    @Test
    void aNameHasAtMost128Bytes() {
        assertThat(alice.ask("name", "_", "x".repeat(128))).isEqualTo("ok");
        assertThat(alice.ask("name", "_", "x".repeat(129))).isEqualTo("error");
    }

    @Test
    void nameOriginAndBeginningSurviveASnapshot() throws Exception {
        Session session = new Session(77);
        engine.bare().open(session, new Origin("a", "10.0.0.7:51234"), 5);
        alice.ask("name", "_", "billing");

        Engine restored = Snapshot.read(Snapshot.write(engine.bare()), Session::new);

        assertThat(Snapshot.write(restored)).isEqualTo(Snapshot.write(engine.bare()));
        assertThat(restored.stats(77, 5).line())
                .startsWith("ok {\"conn_id\":77,\"address\":\"10.0.0.7:51234\",\"node\":\"a\",\"open_s\":0.000");
        assertThat(restored.stats(alice.session().id(), 5).line()).contains("\"name\":\"billing\"");
    }

    @Test
    void nothingOfANameIsLeftWhenItsSessionEnds() {
        alice.ask("name", "_", "billing");

        alice.disconnect();

        assertThat(engine.bare().crossings().names()).isEmpty();
    }
}
