package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Read-write locks: 2.4 and 4.5 of PROTOCOL.md. */
final class ReadWriteLockTest {
    /** How a holder comes to its end. */
    enum Ending {
        RELEASE,
        EXPIRY,
        EXPIRY_NOTICED_BY_A_NEWCOMER,
        REFUSED_RENEWAL,
        DISCONNECT
    }

    /** How a queued writer comes to its end. */
    enum Departure {
        TIMEOUT,
        CANCEL,
        DISCONNECT,
        VAIN_WAIT
    }

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");
    private final TestClient carol = engine.client("carol");

    private List<TestClient> clients(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> engine.client("client " + i))
                .toList();
    }

    private void end(TestClient holder, Grant grant, Ending ending) {
        switch (ending) {
            case RELEASE -> holder.send("r", "book", grant.token());
            case EXPIRY -> engine.passSeconds(5);
            case EXPIRY_NOTICED_BY_A_NEWCOMER -> {
                engine.stallSeconds(5);
                engine.client("newcomer").send("rl", "book", "0");
            }
            case REFUSED_RENEWAL -> {
                engine.stallSeconds(5);
                holder.send("wn", "book", grant.token());
            }
            case DISCONNECT -> holder.disconnect();
        }
    }

    @Test
    void readersShareAndWritersDoNot() {
        assertThat(alice.ask("rl", "book", "0")).startsWith("ok ");
        assertThat(bob.ask("rl", "book", "0")).startsWith("ok ");
        assertThat(carol.ask("wl", "book", "0")).isEqualTo("timeout");
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall({"RW-01", "RW-05"})
    void howeverAWriterEndsOnlyTheReadersBeforeTheNextWriterEnter(Ending ending) {
        Grant writing = Grant.of(alice.ask("wl", "book", "0 5"));
        bob.send("rl", "book", "60 60");
        carol.send("rl", "book", "60 60");
        List<TestClient> behind = clients(2);
        behind.get(0).send("wl", "book", "60");
        behind.get(1).send("rl", "book", "60");

        end(alice, writing, ending);

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(carol.answer()).startsWith("ok ");
        assertThat(behind).allMatch(TestClient::hasNoAnswer);
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("RW-01")
    void howeverTheLastReaderEndsTheWriterEntersAlone(Ending ending) {
        Grant reading = Grant.of(alice.ask("rl", "book", "0 5"));
        bob.send("wl", "book", "60");
        carol.send("rl", "book", "60");

        end(alice, reading, ending);

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(engine.stats()).contains("\"readers\":0,\"writer\":true");
    }

    @Test
    @Pitfall("RW-01")
    void aWriterWaitsForTheLastOfSeveralReaders() {
        Grant first = Grant.of(alice.ask("rl", "book", "0 5"));
        Grant second = Grant.of(bob.ask("rl", "book", "0 60"));
        carol.send("wl", "book", "60");

        engine.passSeconds(5);

        assertThat(carol.hasNoAnswer()).isTrue();
        assertThat(alice.ask("rr", "book", first.token())).isEqualTo("error");
        assertThat(bob.ask("rr", "book", second.token())).isEqualTo("ok");
        assertThat(carol.answer()).startsWith("ok ");
    }

    @ParameterizedTest
    @EnumSource
    @Pitfall("RW-02")
    void aWriterThatLeavesTheQueueLetsTheReadersBehindItIn(Departure departure) {
        TestClient writer = engine.client("writer");
        writer.send("tag", "_", "on");
        alice.send("rl", "book", "0 1000");
        if (departure == Departure.VAIN_WAIT) {
            writer.send("1 we", "book", "");
        } else {
            writer.send("1 wl", "book", "5");
        }
        bob.send("rl", "book", "60");
        carol.send("rl", "book", "60");

        switch (departure) {
            case TIMEOUT -> engine.passSeconds(5);
            case CANCEL -> writer.send("2 cancel", "_", "1");
            case DISCONNECT -> writer.disconnect();
            case VAIN_WAIT -> writer.send("2 ww", "book", "0");
        }

        assertThat(bob.answer()).startsWith("ok ");
        assertThat(carol.answer()).startsWith("ok ");
    }

    @Test
    @Pitfall("RW-03")
    void readersThatComeBackAgainAndAgainDoNotStarveAWriter() {
        List<TestClient> readers = clients(50);
        List<Grant> reading = new ArrayList<>();
        readers.forEach(reader -> reading.add(Grant.of(reader.ask("rl", "book", "0"))));
        alice.send("wl", "book", "60");

        for (int i = 0; i < readers.size(); i++) {
            assertThat(alice.hasNoAnswer()).isTrue();
            readers.get(i).send("rr", "book", reading.get(i).token());
            readers.get(i).send("rl", "book", "60");
        }

        Grant writing = Grant.of(alice.answer());
        readers.forEach(reader -> assertThat(reader.answer()).isEqualTo("ok"));
        assertThat(readers).allMatch(TestClient::hasNoAnswer);
        alice.send("wr", "book", writing.token());
        assertThat(readers).noneMatch(TestClient::hasNoAnswer);
    }

    @Test
    @Pitfall("RW-03")
    void aReaderWhoWouldNotWaitFailsBehindAQueuedWriter() {
        alice.send("rl", "book", "0");
        bob.send("wl", "book", "60");

        assertThat(carol.ask("rl", "book", "0")).isEqualTo("timeout");
    }

    @Test
    @Pitfall("RW-03")
    void aReaderBehindAFullQueueIsRefusedAlthoughOnlyReadersHold() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxWaiters(1));
        small.client("reader").send("rl", "book", "0");
        small.client("writer").send("wl", "book", "60");

        assertThat(small.client("late").ask("rl", "book", "60")).isEqualTo("error_max_waiters");
    }

    @Test
    @Pitfall("RW-04")
    void everyReaderHasALeaseOfItsOwn() {
        Grant brief = Grant.of(alice.ask("rl", "book", "0 5"));
        Grant renewed = Grant.of(bob.ask("rl", "book", "0 5"));
        Grant lasting = Grant.of(carol.ask("rl", "book", "0 60"));
        bob.send("rn", "book", renewed.token() + " 60");
        bob.answer();

        engine.passSeconds(5);

        assertThat(alice.ask("rn", "book", brief.token())).isEqualTo("error_lease_expired");
        assertThat(bob.ask("rn", "book", renewed.token())).startsWith("ok ");
        assertThat(carol.ask("rn", "book", lasting.token())).startsWith("ok ");
    }

    @Test
    @Pitfall({"RW-05", "FE-02"})
    void readersAtTheHeadEnterTogetherWithFencesInTheOrderOfTheQueue() {
        Grant writing = Grant.of(alice.ask("wl", "book", "0"));
        List<TestClient> readers = clients(20);
        readers.forEach(reader -> reader.send("rl", "book", "60"));

        alice.send("wr", "book", writing.token());

        List<Long> fences = readers.stream()
                .map(reader -> Grant.of(reader.answer()).fence())
                .toList();
        assertThat(fences).isSorted().doesNotHaveDuplicates();
        assertThat(engine.stats()).contains("\"readers\":20,\"writer\":false");
    }

    @Test
    @Pitfall("RW-06")
    void lookingAtAWriterThatWasGrantedDoesNotCostItItsGrant() {
        alice.send("rl", "book", "0 5");
        assertThat(bob.ask("we", "book", "60")).isEqualTo("queued");
        engine.passSeconds(5);

        assertThat(engine.bare().isStateful(bob.session())).isTrue();
        assertThat(engine.bare().holdsAny(bob.session())).isTrue();
        assertThat(carol.ask("stats", "_", "")).contains("\"writer\":true");
        assertThat(carol.ask("rl", "book", "0")).isEqualTo("timeout");
        engine.sweep();
        engine.collect();

        assertThat(bob.ask("ww", "book", "0")).startsWith("ok ");
    }

    @Test
    void aReaderWhoAsksToWriteWaitsForItself() {
        alice.send("rl", "book", "0 5");
        alice.answer();

        alice.send("wl", "book", "60");

        assertThat(alice.hasNoAnswer()).isTrue();
        engine.passSeconds(5);
        assertThat(alice.answer()).startsWith("ok ");
    }
}
