package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.TEN_SECONDS;
import static io.dflockd.client.wire.Wire.TOKEN;
import static io.dflockd.client.wire.Wire.lock;
import static io.dflockd.client.wire.Wire.read;
import static io.dflockd.client.wire.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.Field;
import io.dflockd.protocol.Request;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every request the client can send, read by the parser of the server. */
final class FramesTest {
    private static final Set<Command> NOT_SENT =
            EnumSet.of(Command.STABLE_REF, Command.READ_BARRIER, Command.CLUSTER, Command.EVICT);

    @Test
    void everyCommandOfTheTableThatApplicationsNeedHasItsFrame() {
        Set<Command> sent = EnumSet.noneOf(Command.class);
        SampleFrames.all().forEach(frame -> sent.add(read(frame).command()));

        assertThat(sent).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(NOT_SENT)));
    }

    @ParameterizedTest
    @MethodSource("io.dflockd.client.wire.SampleFrames#all")
    void theServerReadsTheCommandAndTheKeyOfEveryFrame(Frame frame) {
        Request request = read(frame);

        assertThat(request.command()).isEqualTo(frame.command());
        assertThat(frame.command().isKeyed() ? request.key().toString() : request.reference())
                .isEqualTo(frame.key());
    }

    @ParameterizedTest
    @EnumSource
    void anAcquireHasItsTimeoutItsLimitAndItsLease(GrantKind kind) {
        int limit = kind == GrantKind.SEMAPHORE ? 7 : 1;
        Frame frame = Frames.acquire(new Slot(kind, "k", limit, Duration.ofSeconds(33)), TEN_SECONDS);

        Request request = read(frame);

        assertThat(request.command()).isEqualTo(kind.acquire());
        assertThat(request.number(Field.TIMEOUT)).isEqualTo(10);
        assertThat(request.leaseOr(0)).isEqualTo(33);
        assertThat(request.number(Field.LIMIT)).isEqualTo(kind == GrantKind.SEMAPHORE ? 7 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void withoutALeaseTheServerChoosesIt(GrantKind kind) {
        Slot slot = new Slot(kind, "k", 1, null);

        assertThat(read(Frames.acquire(slot, Duration.ZERO)).leaseOr(-1)).isEqualTo(-1);
        assertThat(read(Frames.renew(slot, TOKEN)).leaseOr(-1)).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    void aRenewalHasTheTokenAndTheLeaseAndAReleaseTheTokenAlone(GrantKind kind) {
        Slot slot = new Slot(kind, "k", 1, Duration.ofSeconds(33));

        Request renewal = read(Frames.renew(slot, TOKEN));
        Request release = read(Frames.release(slot, TOKEN));

        assertThat(renewal.tokenFence()).isEqualTo(0x11);
        assertThat(renewal.tokenSalt()).isEqualTo(0x0123456789abcdefL);
        assertThat(renewal.leaseOr(0)).isEqualTo(33);
        assertThat(release.tokenFence()).isEqualTo(0x11);
        assertThat(release.command().kind()).isEqualTo(Kind.RELEASE);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ELECTION")
    void enqueueAndAwaitAreTheTwoStepsOfAnAcquire(GrantKind kind) {
        int limit = kind == GrantKind.SEMAPHORE ? 7 : 1;
        Slot slot = new Slot(kind, "k", limit, Duration.ofSeconds(33));

        Request enqueue = read(Frames.enqueue(slot));
        Request await = read(Frames.await(slot, TEN_SECONDS));

        assertThat(enqueue.leaseOr(0)).isEqualTo(33);
        assertThat(enqueue.number(Field.LIMIT)).isEqualTo(kind == GrantKind.SEMAPHORE ? 7 : 0);
        assertThat(await.number(Field.TIMEOUT)).isEqualTo(10);
        assertThat(read(Frames.enqueue(new Slot(kind, "k", limit, null))).leaseOr(-1))
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 42, Long.MAX_VALUE, -Long.MAX_VALUE})
    void aCounterIsGivenAnyNumber(long number) {
        assertThat(read(Frames.increment("k", number)).number(Field.AMOUNT)).isEqualTo(number);
        assertThat(read(Frames.decrement("k", number)).number(Field.AMOUNT)).isEqualTo(number);
        assertThat(read(Frames.setCounter("k", number)).number(Field.AMOUNT)).isEqualTo(number);
    }

    @Test
    void theSmallestNumberCanBeAddedAndSet() {
        assertThat(read(Frames.increment("k", Long.MIN_VALUE)).number(Field.AMOUNT))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(read(Frames.setCounter("k", Long.MIN_VALUE)).number(Field.AMOUNT))
                .isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", " ", "   ", " v ", "5", "\u000b", "\u0000", "ok", "\"", "\\n", "é鍵😀", "\u2028"})
    void aValueArrivesAsItIs(String value) {
        assertThat(value(Frames.putValue("k", value))).isEqualTo(value);
        assertThat(value(Frames.putValue("k", value, TEN_SECONDS))).isEqualTo(value);
        assertThat(value(Frames.compareAndSet("k", null, value))).isEqualTo(value);
        assertThat(value(Frames.compareAndSet("k", "old", value, TEN_SECONDS))).isEqualTo(value);
        assertThat(value(Frames.pushFirst("k", value))).isEqualTo(value);
        assertThat(value(Frames.pushLast("k", value))).isEqualTo(value);
        assertThat(value(Frames.signal("k", value))).isEqualTo(value);
    }

    @Test
    void itemsAndSignalsMayHaveTabs() {
        assertThat(value(Frames.pushFirst("k", "\ta\t5"))).isEqualTo("\ta\t5");
        assertThat(value(Frames.pushLast("k", "\t"))).isEqualTo("\t");
        assertThat(value(Frames.signal("k", "a\t"))).isEqualTo("a\t");
    }

    @Test
    @Pitfall({"PP-01", "PP-07"})
    void randomValuesArriveAsTheyAre() {
        Wire.goodTexts(20_260_101, 5_000)
                .filter(value -> value.getBytes(StandardCharsets.UTF_8).length <= 240)
                .forEach(value -> {
                    assertThat(value(Frames.putValue("k", value, TEN_SECONDS))).isEqualTo(value);
                    assertThat(value(Frames.pushLast("k", value))).isEqualTo(value);
                    assertThat(value(Frames.signal("k", value))).isEqualTo(value);
                });
    }

    @Test
    @Pitfall({"PP-01", "PP-07"})
    void randomKeysArriveAsTheyAre() {
        Wire.goodTexts(20_260_102, 5_000)
                .filter(key -> key.getBytes(StandardCharsets.UTF_8).length <= 256)
                .forEach(key -> {
                    assertThat(read(Frames.acquire(lock(key), TEN_SECONDS)).key())
                            .hasToString(key);
                    assertThat(read(Frames.counter(key)).key()).hasToString(key);
                });
    }

    @Test
    void aTimeToLiveIsOptional() {
        assertThat(read(Frames.putValue("k", "v")).ttlSeconds()).isZero();
        assertThat(read(Frames.putValue("k", "v", TEN_SECONDS)).ttlSeconds()).isEqualTo(10);
        assertThat(read(Frames.compareAndSet("k", null, "v")).ttlSeconds()).isZero();
        assertThat(read(Frames.compareAndSet("k", "o", "v", TEN_SECONDS)).ttlSeconds())
                .isEqualTo(10);
    }

    @Test
    void aComparisonIsWithTheOldValueOrWithNothing() {
        assertThat(read(Frames.compareAndSet("k", null, "v")).expectsAbsence()).isTrue();
        Request request = read(Frames.compareAndSet("k", " old ", "v"));
        assertThat(request.expectsAbsence()).isFalse();
        assertThat(request.expects(" old ".getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, -1", "-9223372036854775808, 9223372036854775807", "5, 3"})
    void aRangeHasItsEnds(long start, long stop) {
        Request request = read(Frames.range("k", start, stop));

        assertThat(request.number(Field.START)).isEqualTo(start);
        assertThat(request.number(Field.STOP)).isEqualTo(stop);
    }

    @Test
    void aMeetingHasItsCountAndItsTimeout() {
        Request request = read(Frames.meet("k", 1_048_576, TEN_SECONDS));

        assertThat(request.number(Field.COUNT)).isEqualTo(1_048_576);
        assertThat(request.number(Field.TIMEOUT)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "*", ">", "a.*", "*.b", "a.>", "*.*.>", ".", "..", "a.", ".*"})
    void patternsMayHaveWholePartsAsWildcards(String pattern) {
        assertThat(read(Frames.watch(pattern)).key()).hasToString(pattern);
        assertThat(read(Frames.unwatch(pattern)).key()).hasToString(pattern);
        assertThat(read(Frames.listen(pattern, null)).argument()).isEmpty();
        assertThat(new String(read(Frames.unlisten(pattern, "my group")).argument(), StandardCharsets.UTF_8))
                .isEqualTo("my group");
    }

    @Test
    void connectionsAreSetUpWithTheseLines() {
        assertThat(text(Frames.auth("s3cret"))).isEqualTo("auth\n_\ns3cret\n");
        assertThat(text(Frames.ping())).isEqualTo("ping\n_\n\n");
        assertThat(text(Frames.name("billing@web-3"))).isEqualTo("name\n_\nbilling@web-3\n");
        assertThat(text(Frames.fenceOn())).isEqualTo("fence\n_\non\n");
        assertThat(text(Frames.tagOn())).isEqualTo("tag\n_\non\n");
        assertThat(text(Frames.holders("orders"))).isEqualTo("stats\norders\nkey\n");
    }

    @Test
    void theLongestSecretIsRead() {
        String secret = "s".repeat(65_536);

        assertThat(read(Frames.auth(secret)).argument()).hasSize(65_536);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999_999_999_999_999_999L})
    void anyTagCanBeCancelled(long tag) {
        assertThat(read(Frames.cancel(tag)).number(Field.TAG)).isEqualTo(tag);
    }

    static Stream<Duration> untilTenSeconds() {
        return Stream.of(TEN_SECONDS, Duration.ofMillis(9_001), Duration.ofSeconds(9, 1), Duration.ofMillis(9_999));
    }

    @ParameterizedTest
    @MethodSource("untilTenSeconds")
    @Pitfall("LC-10")
    void durationsAreRoundedUpToWholeSeconds(Duration duration) {
        Slot slot = new Slot(GrantKind.LOCK, "k", 1, duration);

        assertThat(slot.leaseSeconds()).isEqualTo(10);
        assertThat(text(Frames.acquire(slot, duration))).isEqualTo("l\nk\n10 10\n");
        assertThat(Frames.acquire(slot, duration).timeout()).isEqualTo(TEN_SECONDS);
        assertThat(text(Frames.enqueue(slot))).isEqualTo("e\nk\n10\n");
        assertThat(text(Frames.await(slot, duration))).isEqualTo("w\nk\n10\n");
        assertThat(text(Frames.takeFirst("k", duration))).isEqualTo("blpop\nk\n10\n");
        assertThat(text(Frames.takeLast("k", duration))).isEqualTo("brpop\nk\n10\n");
        assertThat(text(Frames.meet("k", 2, duration))).isEqualTo("bwait\nk\n2 10\n");
        assertThat(text(Frames.putValue("k", "v", duration))).isEqualTo("kset\nk\nv\t10\n");
    }

    @Test
    void theShortestTimeIsASecondAndTheLongestNearlyThreeHundredYears() {
        Slot longest = new Slot(GrantKind.LOCK, "k", 1, Duration.ofSeconds(9_223_372_036L));

        assertThat(read(Frames.acquire(longest, Duration.ofSeconds(9_223_372_036L)))
                        .leaseOr(0))
                .isEqualTo(9_223_372_036L);
        assertThat(text(Frames.acquire(lock("k"), Duration.ofNanos(1)))).isEqualTo("l\nk\n1\n");
        assertThat(text(Frames.acquire(lock("k"), Duration.ZERO))).isEqualTo("l\nk\n0\n");
    }

    private static String value(Frame frame) {
        return new String(read(frame).value(), StandardCharsets.UTF_8);
    }
}
