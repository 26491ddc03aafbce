package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers: 2.8 and 4.10 of PROTOCOL.md. */
final class BarrierTest {
    private static final String NO_BARRIERS = "\"barriers\":[]";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    private void assertAllIsOver() {
        assertThat(engine.stats()).contains(NO_BARRIERS);
        assertThat(engine.census().deadlines()).isZero();
    }

    private List<TestClient> clients(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> engine.client("client " + i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    @Pitfall("BA-04")
    void theLastOneLetsEverybodyPassAndNobodyPassesBefore(int count) {
        List<TestClient> members = clients(count);
        for (TestClient member : members.subList(0, count - 1)) {
            member.send("bwait", "start", count + " 60");
            assertThat(members).allMatch(TestClient::hasNoAnswer);
        }

        members.get(count - 1).send("bwait", "start", count + " 60");

        assertThat(members).extracting(TestClient::answer).containsOnly("ok");
        assertAllIsOver();
    }

    @Test
    void oneAloneNeedsNobodyAndNoTime() {
        assertThat(alice.ask("bwait", "start", "1 0")).isEqualTo("ok");

        assertAllIsOver();
    }

    enum Departure {
        TIMEOUT,
        CANCEL,
        DISCONNECT
    }

    private void depart(TestClient leaving, Departure departure) {
        switch (departure) {
            case TIMEOUT -> engine.passSeconds(5);
            case CANCEL -> leaving.send("2 cancel", "_", "1");
            case DISCONNECT -> leaving.disconnect();
        }
    }

    private TestClient waiting(String argument) {
        TestClient client = engine.client("waiting");
        client.send("tag", "_", "on");
        client.answer();
        client.send("1 bwait", "start", argument);
        return client;
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("BA-01")
    void oneDepartureEndsTheWaitOfAllAtOnce(Departure departure) {
        alice.send("bwait", "start", "4 60");
        TestClient leaving = waiting("4 5");
        bob.send("bwait", "start", "4 90");

        depart(leaving, departure);

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(bob.answer()).isEqualTo("timeout");
        assertAllIsOver();
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("BA-02")
    void afterADepartureANewGenerationCanFill(Departure departure) {
        alice.send("bwait", "start", "3 60");
        TestClient leaving = waiting("3 5");
        depart(leaving, departure);
        assertThat(alice.answer()).isEqualTo("timeout");

        alice.send("bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");
        assertThat(alice.hasNoAnswer()).isTrue();
        carol.send("bwait", "start", "3 60");

        assertThat(List.of(alice, bob, carol)).extracting(TestClient::answer).containsOnly("ok");
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall({"BA-02", "BA-05"})
    void afterADepartureTheCountMayBeAnother(Departure departure) {
        TestClient leaving = waiting("3 5");
        depart(leaving, departure);

        alice.send("bwait", "start", "2 60");

        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("ok");
    }

    @Test
    @Pitfall("BA-04")
    void whoHasGoneDoesNotCount() {
        alice.send("bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");
        bob.disconnect();
        assertThat(alice.answer()).isEqualTo("timeout");

        carol.send("bwait", "start", "3 60");
        alice.send("bwait", "start", "3 60");

        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).contains("\"participants\":2");
    }

    @Test
    @Pitfall("BA-06")
    void eachWaitEndsAtItsTimeout() {
        alice.send("bwait", "start", "2 5");

        engine.passNanos(Duration.ofSeconds(5).toNanos() - 1);
        assertThat(alice.hasNoAnswer()).isTrue();
        engine.passNanos(1);

        assertThat(alice.answer()).isEqualTo("timeout");
        assertAllIsOver();
    }

    @Test
    @Pitfall("BA-03")
    void theLastOneAtTheLastInstantLetsEverybodyPass() {
        alice.send("bwait", "start", "3 5");
        bob.send("bwait", "start", "3 60");
        engine.stallSeconds(5);

        assertThat(carol.ask("bwait", "start", "3 60")).isEqualTo("ok");

        assertThat(alice.answer()).isEqualTo("ok");
        assertThat(bob.answer()).isEqualTo("ok");
        engine.passSeconds(60);
        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    @Pitfall({"BA-03", "BA-06"})
    void whoComesAfterTheLastInstantStartsAnew() {
        alice.send("bwait", "start", "3 5");
        bob.send("bwait", "start", "3 60");
        engine.stallSeconds(6);

        carol.send("bwait", "start", "3 60");

        assertThat(alice.answer()).isEqualTo("timeout");
        assertThat(bob.answer()).isEqualTo("timeout");
        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).contains("\"participants\":1");
    }

    @Test
    @Pitfall("BA-05")
    void anotherCountIsRefusedAndDisturbsNobody() {
        alice.send("bwait", "start", "2 60");

        assertThat(bob.ask("bwait", "start", "3 60")).isEqualTo("error_barrier_count_mismatch");
        assertThat(bob.ask("bwait", "start", "3 0")).isEqualTo("error_barrier_count_mismatch");
        assertThat(bob.ask("bwait", "start", "1 0")).isEqualTo("error_barrier_count_mismatch");
        assertThat(alice.hasNoAnswer()).isTrue();

        assertThat(bob.ask("bwait", "start", "2 60")).isEqualTo("ok");
        assertThat(alice.answer()).isEqualTo("ok");
    }

    @Test
    @Pitfall("BA-06")
    void everyGenerationIsOneOfItsOwn() {
        List<TestClient> members = clients(3);
        for (int generation = 0; generation < 100; generation++) {
            int count = 2 + generation % 2;
            List<TestClient> present = members.subList(0, count);

            present.forEach(member -> member.send("bwait", "start", count + " 60"));

            assertThat(present).extracting(TestClient::answer).containsOnly("ok");
            engine.passSeconds(7);
            assertThat(members).allMatch(TestClient::hasNoAnswer);
        }
        assertAllIsOver();
    }

    @Test
    @Pitfall("BA-06")
    void whoComesAfterTheTripWaitsForTheNext() {
        alice.send("bwait", "start", "2 60");
        bob.ask("bwait", "start", "2 60");

        carol.send("bwait", "start", "2 60");

        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).contains("{\"key\":\"start\",\"count\":2,\"participants\":1,");
    }

    @Test
    @Pitfall("BA-01")
    void aProbeThatDoesNotCompleteItBreaksNothing() {
        alice.send("bwait", "start", "3 60");

        assertThat(bob.ask("bwait", "start", "3 0")).isEqualTo("timeout");
        bob.disconnect();

        assertThat(alice.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).contains("\"participants\":1");
    }

    @Test
    void aProbeThatCompletesItLetsEverybodyPass() {
        alice.send("bwait", "start", "3 60");
        bob.send("bwait", "start", "3 60");

        assertThat(carol.ask("bwait", "start", "3 0")).isEqualTo("ok");

        assertThat(alice.answer()).isEqualTo("ok");
        assertThat(bob.answer()).isEqualTo("ok");
    }

    @Test
    void aProbeOfNothingCreatesNothing() {
        assertThat(alice.ask("bwait", "start", "2 0")).isEqualTo("timeout");

        assertAllIsOver();
    }

    @Test
    void twoNamesAreTwoBarriers() {
        alice.send("bwait", "start", "2 60");
        bob.send("bwait", "finish", "2 60");

        assertThat(alice.hasNoAnswer()).isTrue();
        assertThat(bob.hasNoAnswer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "2 9 9", "0 9", "-1 9", "1048577 9", "2 -1", "2 x", "x 9", "2 9223372037"})
    void whatIsMalformedIsRefusedAndDisturbsNobody(String argument) {
        alice.send("bwait", "start", "2 60");

        assertThat(bob.ask("bwait", "start", argument)).isEqualTo("error");

        assertThat(alice.hasNoAnswer()).isTrue();
    }

    @Test
    void theLargestCountCanBeWaitedFor() {
        alice.send("bwait", "start", "1048576 60");

        assertThat(engine.stats()).contains("{\"key\":\"start\",\"count\":1048576,\"participants\":1,");
    }

    @Test
    void aThousandPassTogether() {
        engine.unaudited();
        List<TestClient> members = new ArrayList<>(clients(1_000));

        members.forEach(member -> member.send("bwait", "start", "1000 60"));

        assertThat(members).extracting(TestClient::answer).containsOnly("ok");
        assertAllIsOver();
    }
}
