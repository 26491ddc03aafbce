package io.dflockd.client.wire;

import static io.dflockd.client.wire.Wire.TEN_SECONDS;
import static io.dflockd.client.wire.Wire.TOKEN;
import static io.dflockd.client.wire.Wire.lock;
import static io.dflockd.client.wire.Wire.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client refuses before anything is sent: the end of 6.3 in PROTOCOL.md. */
final class FramesRefusalTest {
    private static final int LARGEST = 1_048_576;

    private static final List<Function<String, Frame>> WITH_KEY = List.of(
            key -> Frames.acquire(lock(key), TEN_SECONDS),
            key -> Frames.increment(key, 1),
            key -> Frames.decrement(key, 1),
            Frames::counter,
            key -> Frames.setCounter(key, 1),
            key -> Frames.putValue(key, "v"),
            Frames::value,
            Frames::deleteValue,
            key -> Frames.compareAndSet(key, null, "v"),
            key -> Frames.pushFirst(key, "v"),
            key -> Frames.pushLast(key, "v"),
            Frames::popFirst,
            Frames::popLast,
            Frames::length,
            key -> Frames.range(key, 0, 1),
            key -> Frames.takeFirst(key, TEN_SECONDS),
            key -> Frames.takeLast(key, TEN_SECONDS),
            key -> Frames.meet(key, 2, TEN_SECONDS),
            Frames::observe,
            Frames::unobserve,
            key -> Frames.listen(key, null),
            key -> Frames.unlisten(key, null),
            key -> Frames.signal(key, "v"),
            Frames::watch,
            Frames::unwatch,
            Frames::holders);

    private static final List<Function<String, Frame>> WITH_VALUE = List.of(
            value -> Frames.putValue("k", value),
            value -> Frames.compareAndSet("k", null, value),
            value -> Frames.compareAndSet("k", value, "v"),
            value -> Frames.pushFirst("k", value),
            value -> Frames.pushLast("k", value),
            value -> Frames.signal("k", value));

    private static final List<Function<String, Frame>> WITH_TEXT = List.of(
            token -> Frames.renew(lock("k"), token),
            token -> Frames.release(lock("k"), token),
            group -> Frames.listen("k", group),
            group -> Frames.unlisten("k", group),
            Frames::auth);

    private static final List<Function<Duration, Frame>> WITH_TIMEOUT = List.of(
            timeout -> Frames.acquire(lock("k"), timeout),
            timeout -> Frames.await(lock("k"), timeout),
            timeout -> Frames.takeFirst("k", timeout),
            timeout -> Frames.takeLast("k", timeout),
            timeout -> Frames.meet("k", 2, timeout));

    private static final List<Function<Duration, Frame>> WITH_LIFE = List.of(
            ttl -> Frames.putValue("k", "v", ttl),
            ttl -> Frames.compareAndSet("k", null, "v", ttl),
            lease -> Frames.acquire(new Slot(GrantKind.LOCK, "k", 1, lease), TEN_SECONDS));

    static Stream<String> badKeys() {
        return Stream.of(
                "",
                " ",
                "a b",
                "a\tb",
                "a\n",
                "\nb",
                "a\r",
                "a\u000bb",
                "a\fb",
                "k\n\nl\nx\n1",
                "\ud83d",
                "\ude00\ud83d",
                "a\ud83d",
                "k".repeat(257),
                "é".repeat(129),
                "😀".repeat(65));
    }

    @ParameterizedTest
    @MethodSource("badKeys")
    @Pitfall("PP-01")
    void aBadKeyGoesIntoNoFrame(String key) {
        for (var factory : WITH_KEY) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(key))
                    .withMessageStartingWith("key '");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\n", "\n", "a\r", "\r", "a\rb", "a\r\n", "\ud83d", "a\ude00b", "\ud83d\ud83d"})
    @Pitfall("PP-01")
    void aLineBreakOrHalfACharacterGoesIntoNoArgument(String text) {
        for (var factory :
                Stream.concat(WITH_VALUE.stream(), WITH_TEXT.stream()).toList()) {
            assertThatIllegalArgumentException().isThrownBy(() -> factory.apply(text));
        }
    }

    @Test
    @Pitfall("PP-01")
    void whateverTextIsGivenThreeLinesOrNothingAreSent() {
        List<Function<String, Frame>> factories =
                Stream.of(WITH_KEY, WITH_VALUE, WITH_TEXT).flatMap(List::stream).toList();
        Wire.wildTexts(20_260_103, 600).forEach(text -> factories.forEach(readsOrRefuses(text)));
    }

    private static Consumer<Function<String, Frame>> readsOrRefuses(String text) {
        return factory -> {
            Frame frame;
            try {
                frame = factory.apply(text);
            } catch (IllegalArgumentException refused) {
                return;
            }
            assertThat(read(frame).command()).isEqualTo(frame.command());
            assertThat(frame.bytes()).isEqualTo(Wire.text(frame).getBytes(StandardCharsets.UTF_8));
        };
    }

    @Test
    void anEmptyTextIsRefusedWhereSomethingMustBe() {
        for (var factory :
                Stream.concat(WITH_VALUE.stream(), WITH_TEXT.stream()).toList()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(""))
                    .withMessageContaining("empty");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // not every caller has it
    void aMissingTimeToLiveIsNotTakenForNone() {
        assertThatNullPointerException()
                .isThrownBy(() -> Frames.putValue("k", "v", null))
                .withMessage("ttl");
        assertThatNullPointerException()
                .isThrownBy(() -> Frames.compareAndSet("k", "old", "v", null))
                .withMessage("ttl");
    }

    @Test
    void aTabIsRefusedWhereItSeparates() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.putValue("k", "a\t5"))
                .withMessage("setting of value 'k': the value contains a TAB");
        assertThatIllegalArgumentException().isThrownBy(() -> Frames.compareAndSet("k", "a\t", "b"));
        assertThatIllegalArgumentException().isThrownBy(() -> Frames.compareAndSet("k", "a", "\tb"));
    }

    @Test
    @Pitfall("PP-02")
    void theLongestLineIsSentAndALongerOneRefused() {
        for (var factory : List.of(WITH_VALUE.get(0), WITH_VALUE.get(3), WITH_VALUE.get(4), WITH_VALUE.get(5))) {
            assertThat(read(factory.apply("v".repeat(LARGEST))).value()).hasSize(LARGEST);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply("v".repeat(LARGEST + 1)))
                    .withMessageContaining("'k'")
                    .withMessageContaining("1048577 bytes")
                    .withMessageContaining("1048576");
            assertThatIllegalArgumentException().isThrownBy(() -> factory.apply("é".repeat(LARGEST / 2 + 1)));
        }
    }

    @Test
    void valuesOldValuesAndTimesShareOneLine() {
        assertThat(read(Frames.putValue("k", "v".repeat(LARGEST - 3), TEN_SECONDS))
                        .ttlSeconds())
                .isEqualTo(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.putValue("k", "v".repeat(LARGEST - 2), TEN_SECONDS))
                .withMessageContaining("1048577 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.compareAndSet("k", "o".repeat(LARGEST / 2), "v".repeat(LARGEST / 2 - 1)))
                .withMessageContaining("1048577 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.renew(new Slot(GrantKind.LOCK, "k", 1, TEN_SECONDS), "t".repeat(254)))
                .withMessageContaining("257 bytes");
    }

    @Test
    void aSecretMayBeLongerThanAnyOtherLineButNotEndless() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.auth("s".repeat(65_537)))
                .withMessageContaining("65536");
    }

    static Stream<Duration> badDurations() {
        return Stream.of(
                Duration.ofNanos(-1),
                Duration.ofSeconds(-5),
                Duration.ofSeconds(9_223_372_036L, 1),
                Duration.ofSeconds(9_223_372_037L),
                Duration.ofMillis(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofSeconds(Long.MIN_VALUE));
    }

    @ParameterizedTest
    @MethodSource("badDurations")
    @Pitfall("CL-21")
    void aDurationOutOfRangeIsRefusedWithTheKeyAndTheLimit(Duration duration) {
        for (var factory :
                Stream.concat(WITH_TIMEOUT.stream(), WITH_LIFE.stream()).toList()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(duration))
                    .withMessageContaining("'k'")
                    .withMessageContaining("9223372036");
        }
    }

    @Test
    @Pitfall("CL-21")
    void whatMustLastCannotLastForNoTime() {
        for (var factory : WITH_LIFE) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(Duration.ZERO))
                    .withMessageContaining("'k'")
                    .withMessageContaining("longer than zero");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a*", "*a", "a.b*", ">.a", "a.>.b", "a.b>", "**", ">>", "*>", "a.*b.c"})
    void aWildcardThatIsNoWholePartMakesNoPattern(String pattern) {
        List<Function<String, Frame>> factories = List.of(
                Frames::watch, Frames::unwatch, each -> Frames.listen(each, "g"), each -> Frames.unlisten(each, null));
        for (var factory : factories) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(pattern))
                    .withMessageStartingWith("pattern '" + pattern + "'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", ">", "a.*", "a.>", "a*"})
    void aSignalGoesToNoPattern(String channel) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.signal(channel, "x"))
                .withMessageContaining("'" + channel + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " g", "g ", "\tg", "g\f"})
    void aGroupThatTheServerWouldRenameIsRefused(String group) {
        assertThatIllegalArgumentException().isThrownBy(() -> Frames.listen("k", group));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 1_048_577, Integer.MAX_VALUE})
    @Pitfall("CL-21")
    void aCountOutOfRangeIsRefused(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.meet("k", count, TEN_SECONDS))
                .withMessage("barrier 'k': the count must be from 1 to 1048576, not " + count);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 1_000_000_000_000_000_000L})
    void aTagOfTooManyDigitsIsRefused(long tag) {
        assertThatIllegalArgumentException().isThrownBy(() -> Frames.cancel(tag));
    }

    @Test
    void theSmallestNumberCannotBeTakenAway() {
        assertThatIllegalArgumentException().isThrownBy(() -> Frames.decrement("k", Long.MIN_VALUE));
    }

    @Test
    void anElectionHasNoTwoSteps() {
        Slot slot = new Slot(GrantKind.ELECTION, "k", 1, null);

        assertThatThrownBy(() -> Frames.enqueue(slot)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Frames.await(slot, TEN_SECONDS)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void messagesTellNoTokenNoSecretAndNoValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.renew(lock("k"), TOKEN + "\n"))
                .withMessage("lock 'k': the token contains a blank or a line break");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.auth("s3cret\n"))
                .withMessageNotContaining("s3cret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frames.putValue("k", "s3cret\n"))
                .withMessageNotContaining("s3cret");
    }
}
