package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.SERVER;
import static io.dflockd.client.wire.Wire.TOKEN;
import static io.dflockd.client.wire.Wire.lock;
import static io.dflockd.client.wire.Wire.lockFrame;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.AlreadyQueuedException;
import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.BarrierCountMismatchException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.LeaseExpiredException;
import io.dflockd.client.exceptions.LimitMismatchException;
import io.dflockd.client.exceptions.ListFullException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.MaxKeysException;
import io.dflockd.client.exceptions.MaxLocksException;
import io.dflockd.client.exceptions.MaxWaitersException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.exceptions.NotQueuedException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.exceptions.TypeMismatchException;
import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every status in answer to every request. */
final class RefusalTest {
    @ParameterizedTest
    @EnumSource
    @Pitfall("PP-10")
    void everyStatusInAnswerToEveryRequestIsItsOwnException(Status status) {
        SampleFrames.all().forEach(frame -> {
            DflockdException refusal = Answers.refusal(status.word(), frame, SERVER);

            assertThat(refusal).isExactlyInstanceOf(expected(status, frame)).hasMessageContaining(" on " + SERVER);
            assertThat(refusal.getMessage()).doesNotContain(TOKEN, "private");
            if (!(refusal instanceof ProtocolViolationException)) {
                assertThat(refusal.status()).isEqualTo(status);
                assertThat(refusal).hasMessageContaining("(" + status.word() + ")");
            }
        });
    }

    private static Class<? extends DflockdException> expected(Status status, Frame frame) {
        return switch (status) {
            case OK, ACQUIRED, QUEUED, NIL, CAS_CONFLICT -> ProtocolViolationException.class;
            case TIMEOUT ->
                frame.command().kind() == Kind.ACQUIRE || frame.command().kind() == Kind.WAIT
                        ? LockTimeoutException.class
                        : ProtocolViolationException.class;
            case ERROR -> DflockdException.class;
            case ERROR_AUTH -> AuthException.class;
            case ERROR_MAX_LOCKS -> MaxLocksException.class;
            case ERROR_MAX_KEYS -> MaxKeysException.class;
            case ERROR_MAX_WAITERS -> MaxWaitersException.class;
            case ERROR_LIMIT_MISMATCH -> LimitMismatchException.class;
            case ERROR_TYPE_MISMATCH -> TypeMismatchException.class;
            case ERROR_NOT_ENQUEUED -> NotQueuedException.class;
            case ERROR_ALREADY_ENQUEUED -> AlreadyQueuedException.class;
            case ERROR_LEASE_EXPIRED -> LeaseExpiredException.class;
            case ERROR_LIST_FULL -> ListFullException.class;
            case ERROR_BARRIER_COUNT_MISMATCH -> BarrierCountMismatchException.class;
            case ERROR_DRAINING -> DrainingException.class;
            case ERROR_NOT_LEADER -> NotLeaderException.class;
        };
    }

    @Test
    void theMessageSaysWhatWasTriedWhereAndWhy() {
        assertThat(Answers.refusal("error_max_waiters", lockFrame(), SERVER))
                .hasMessage("lock 'orders' on 127.0.0.1:6388: the queue of this key is full (error_max_waiters)");
        assertThat(Answers.refusal("error_lease_expired", Frames.renew(lock("orders"), TOKEN), SERVER))
                .hasMessage("renewal of lock 'orders' on 127.0.0.1:6388:"
                        + " the lease had run out; others may hold the key by now (error_lease_expired)");
        assertThat(Answers.refusal("error_auth", Frames.auth("x"), SERVER))
                .hasMessage("authentication on 127.0.0.1:6388:"
                        + " the server does not accept the secret, or none was given (error_auth)");
    }

    static Stream<Frame> framesWhoseErrorHasAnotherMeaning() {
        return Stream.of(
                Frames.release(lock("k"), TOKEN),
                Frames.increment("k", 1),
                Frames.watch("k"),
                Frames.auth("x"),
                Frames.tagOn(),
                Frames.cancel(5),
                Frames.ping());
    }

    @Test
    void aBareErrorIsExplainedByWhatWasTried() {
        assertThat(framesWhoseErrorHasAnotherMeaning()
                        .map(frame -> Answers.refusal("error", frame, "s").getMessage())
                        .map(message -> message == null ? "" : message.replaceFirst(".*? on s: ", "")))
                .doesNotHaveDuplicates();
    }

    @Test
    void theElectionIsCalledSoAlsoInARenewal() {
        Slot slot = new Slot(GrantKind.ELECTION, "chief", 1, null);

        assertThat(Answers.refusal("error_draining", Frames.renew(slot, TOKEN), SERVER))
                .hasMessageStartingWith("renewal of election 'chief' on ");
    }

    @Test
    void anotherLeaderIsKnownOrNot() {
        var known = (NotLeaderException) Answers.refusal("error_not_leader 10.0.0.7:6388", lockFrame(), SERVER);
        var unknown = (NotLeaderException) Answers.refusal("error_not_leader", lockFrame(), SERVER);

        assertThat(known.address()).contains("10.0.0.7:6388");
        assertThat(known).hasMessageEndingWith("the leader is 10.0.0.7:6388");
        assertThat(unknown.address()).isEmpty();
        assertThat(Answers.refusal("error_not_leader [::1]:6388", lockFrame(), SERVER))
                .isInstanceOf(NotLeaderException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "host", "host:", ":6388", "host:0", "host:65536", "host:6388 ", "a b:6388", "host:+1"})
    @Pitfall("PP-11")
    void aLeaderWithoutAUsableAddressIsAViolation(String address) {
        assertThat(Answers.refusal("error_not_leader " + address, lockFrame(), SERVER))
                .isExactlyInstanceOf(ProtocolViolationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"okay", "error_v3", "error_quota", "error_maxlocks", "oka y", "busy 5"})
    @Pitfall({"PP-10", "PP-11"})
    void anUnknownWordIsARefusalLikeAnyOther(String line) {
        DflockdException refusal = Answers.refusal(line, lockFrame(), SERVER);

        assertThat(refusal).isExactlyInstanceOf(DflockdException.class);
        assertThat(refusal.status()).isEqualTo(Status.ERROR);
        assertThat(refusal).hasMessageContaining("'" + line.replaceFirst(" .*", "") + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", " error", "ERROR", "HTTP/1.1 400 Bad Request", "\u0015\u0003\u0001", "5 ok", "error\t"})
    @Pitfall("PP-11")
    void whatIsNoWordIsAViolation(String line) {
        assertThat(Answers.refusal(line, Frames.ping(), SERVER))
                .isExactlyInstanceOf(ProtocolViolationException.class)
                .hasMessageStartingWith("ping on 127.0.0.1:6388: the server broke the protocol");
    }

    @ParameterizedTest
    @ValueSource(strings = {"error ", "error x", "error_max_locks 5", "error_auth ", "timeout ", "error_draining  "})
    @Pitfall("PP-11")
    void aRefusalWithSomethingBehindItIsAViolation(String line) {
        assertThat(Answers.refusal(line, lockFrame(), SERVER)).isExactlyInstanceOf(ProtocolViolationException.class);
    }

    @Test
    void aWebServerIsRecognisedByItsAnswer() {
        assertThat(Answers.refusal("HTTP/1.1 400 Bad Request", Frames.ping(), SERVER))
                .hasMessageEndingWith("'HTTP/1.1 400 Bad Request'");
    }
}
