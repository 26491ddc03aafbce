package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of 4.3 of PROTOCOL.md, each cell of it, for locks, semaphores and read-write locks. */
@Pitfall({"TP-01", "TP-02", "TP-05"})
final class TwoPhaseStatesTest {
    /** A row of the table: how the state comes about, and the cells of {@code e} and {@code w}. */
    enum State {
        NONE("acquired", "error_not_enqueued", 0, 0),
        TOLD("error_already_enqueued", "ok", 1, 0),
        QUEUED("error_already_enqueued", "timeout", 1, 1),
        GRANTED("error_already_enqueued", "ok", 1, 0),
        TOLD_LAPSED("acquired", "error_lease_expired", 1, 0),
        TOLD_SWEPT("acquired", "error_lease_expired", 0, 0),
        TOLD_OUSTED("queued", "error_lease_expired", 1, 0),
        GRANTED_LAPSED("error_already_enqueued", "error_lease_expired", 1, 0),
        GRANTED_SWEPT("error_already_enqueued", "error_lease_expired", 0, 0),
        GRANTED_OUSTED("error_already_enqueued", "error_lease_expired", 1, 0);

        final String enqueue;
        final String wait;
        final int holders;
        final int waiters;

        State(String enqueue, String wait, int holders, int waiters) {
            this.enqueue = enqueue;
            this.wait = wait;
            this.holders = holders;
            this.waiters = waiters;
        }

        /** Whether the slot, if one is held, is this session's. */
        boolean holds() {
            return switch (this) {
                case TOLD, GRANTED, TOLD_LAPSED, GRANTED_LAPSED -> true;
                case NONE, QUEUED, TOLD_SWEPT, TOLD_OUSTED, GRANTED_SWEPT, GRANTED_OUSTED -> false;
            };
        }
    }

    /** The same in the words of each kind of resource; each excludes everyone else. */
    enum Words {
        LOCK("l", "", "e", "w"),
        SEMAPHORE("sl", "1 ", "se", "sw"),
        WRITE_LOCK("wl", "", "we", "ww");

        final String acquire;
        final String limit;
        final String enqueue;
        final String wait;

        Words(String acquire, String limit, String enqueue, String wait) {
            this.acquire = acquire;
            this.limit = limit;
            this.enqueue = enqueue;
            this.wait = wait;
        }
    }

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient other = engine.client("other");

    static Stream<Arguments> table() {
        return Arrays.stream(State.values())
                .flatMap(state -> Arrays.stream(Words.values()).map(words -> Arguments.of(state, words)));
    }

    private void bringAbout(State state, Words words) {
        switch (state) {
            case NONE -> {}
            case TOLD -> enqueue(words);
            case QUEUED -> {
                acquire(words, "0 100");
                enqueue(words);
            }
            case GRANTED -> {
                acquire(words, "0 5");
                enqueue(words);
                engine.passSeconds(5);
            }
            case TOLD_LAPSED, TOLD_SWEPT, TOLD_OUSTED -> {
                bringAbout(State.TOLD, words);
                lapse(state, words);
            }
            case GRANTED_LAPSED, GRANTED_SWEPT, GRANTED_OUSTED -> {
                bringAbout(State.GRANTED, words);
                lapse(state, words);
            }
        }
    }

    private void lapse(State state, Words words) {
        engine.passSeconds(10);
        if (state == State.TOLD_SWEPT || state == State.GRANTED_SWEPT) {
            engine.sweep();
        }
        if (state == State.TOLD_OUSTED || state == State.GRANTED_OUSTED) {
            acquire(words, "0 100");
        }
    }

    private void enqueue(Words words) {
        alice.send(words.enqueue, "k", words.limit + "10");
        alice.answer();
    }

    private void acquire(Words words, String timeoutAndLease) {
        String[] fields = timeoutAndLease.split(" ", -1);
        other.send(words.acquire, "k", fields[0] + " " + words.limit + fields[1]);
    }

    private static String firstWord(String answer) {
        return answer.split(" ", -1)[0];
    }

    @ParameterizedTest
    @MethodSource("table")
    void isReached(State state, Words words) {
        bringAbout(state, words);

        assertThat(engine.census().holders()).isEqualTo(state.holders);
        assertThat(engine.census().waiters()).isEqualTo(state.waiters);
        assertThat(engine.bare().holdsAny(alice.session())).isEqualTo(state.holds());
        assertThat(engine.bare().isStateful(alice.session())).isEqualTo(state != State.NONE);
    }

    @ParameterizedTest
    @MethodSource("table")
    void answersEnqueue(State state, Words words) {
        bringAbout(state, words);

        String answer = alice.ask(words.enqueue, "k", words.limit + "10");

        assertThat(firstWord(answer)).isEqualTo(state.enqueue);
    }

    @ParameterizedTest
    @MethodSource("table")
    void answersWaitAndIsNoneAfterwards(State state, Words words) {
        bringAbout(state, words);

        String answer = alice.ask(words.wait, "k", "0");

        assertThat(firstWord(answer)).isEqualTo(state.wait);
        assertThat(alice.ask(words.wait, "k", "0")).isEqualTo("error_not_enqueued");
    }

    @ParameterizedTest
    @MethodSource("table")
    void aRefusedEnqueueChangesNothingAboutTheAnswerToWait(State state, Words words) {
        bringAbout(state, words);

        String enqueued = firstWord(alice.ask(words.enqueue, "k", words.limit + "10"));
        String waited = firstWord(alice.ask(words.wait, "k", "0"));

        if (enqueued.equals("error_already_enqueued")) {
            assertThat(waited).isEqualTo(state.wait);
        } else {
            assertThat(waited).isEqualTo(enqueued.equals("queued") ? "timeout" : "ok");
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void disconnectLeavesNothingOfIt(State state, Words words) {
        bringAbout(state, words);
        int others = state.holders - (state.holds() ? 1 : 0);

        alice.disconnect();

        assertThat(engine.census().holders()).isEqualTo(others);
        assertThat(engine.census().waiters()).isZero();
        assertThat(engine.bare().isStateful(alice.session())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("table")
    void waitsWhereItIsQueuedAndElsewhereAnswersAtOnce(State state, Words words) {
        bringAbout(state, words);

        alice.send(words.wait, "k", "60");

        assertThat(alice.hasNoAnswer()).isEqualTo(state == State.QUEUED);
        if (state == State.QUEUED) {
            other.disconnect();
            assertThat(alice.answer()).startsWith("ok ");
            assertThat(alice.ask(words.wait, "k", "0")).isEqualTo("error_not_enqueued");
        }
    }
}
