package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.bytes;
import static io.dflockd.protocol.Frames.fault;
import static io.dflockd.protocol.Frames.frame;
import static io.dflockd.protocol.Frames.parse;
import static io.dflockd.protocol.Frames.standingOn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestTest {
    private static final String TOKEN = "00000000000000ffa0b1c2d3e4f50617";

    @Nested
    final class OrderOfChecks {
        @Test
        void encodingComesFirstThenTheCommandThenTheKeyThenTheArgument() {
            assertThat(fault(malformed("zz\n%s\n\n"))).isEqualTo(Fault.MALFORMED_UTF8);
            assertThat(fault("zz", "a b", "x")).isEqualTo(Fault.UNKNOWN_COMMAND);
            assertThat(fault("l", "a b", "x")).isEqualTo(Fault.BAD_KEY);
            assertThat(fault("l", "k", "x")).isEqualTo(Fault.BAD_INTEGER);
            assertThat(fault("l", "k", "0")).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"L", "l ", " l", "", "lock", "l\r ", "ll", "Ping", "STATS", "stable_ref"})
        void commandsAreCaseSensitiveAndNotTrimmed(String word) {
            assertThat(fault(word, "k", "0")).isEqualTo(Fault.UNKNOWN_COMMAND);
        }

        @Test
        void everyFaultHasItsLogCode() {
            assertThat(fault("zz", "k", "0")).extracting(Fault::code).isEqualTo(3);
            assertThat(fault("l", "k", "x")).extracting(Fault::code).isEqualTo(4);
            assertThat(fault("l", "", "0")).extracting(Fault::code).isEqualTo(5);
            assertThat(fault("l", "k", "-1")).extracting(Fault::code).isEqualTo(6);
            assertThat(fault("r", "k", "")).extracting(Fault::code).isEqualTo(7);
            assertThat(fault("l", "k", "1 2 3")).extracting(Fault::code).isEqualTo(8);
            assertThat(fault("l", "k", "0 0")).extracting(Fault::code).isEqualTo(9);
            assertThat(Fault.READ_TIMEOUT.code()).isEqualTo(10);
            assertThat(Fault.DISCONNECT.code()).isEqualTo(11);
            assertThat(Fault.LINE_TOO_LONG.code()).isEqualTo(12);
            assertThat(fault("sl", "k", "0 0")).extracting(Fault::code).isEqualTo(13);
        }

        @Test
        void aFaultSaysInWordsWhatIsWrong() {
            assertThatThrownBy(() -> parse("l", "", "0")).hasMessage("bad key (code 5)");
        }
    }

    @Nested
    final class Keys {
        @ParameterizedTest
        @ValueSource(
                strings = {"k", "a.b:c/d*", "*", ">", "a\u000bb", "a\fb", "\u0000", "résumé", "\u00a0", "鍵", "|", "\""})
        void almostAnythingIsAKey(String key) throws ProtocolException {
            assertThat(parse("l", key, "0").key()).isEqualTo(Key.of(key));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "a b", " a", "a ", "a\tb", "\ta", "a\rb", "\ra"})
        void emptyKeysAndKeysWithBlanksAreRefused(String key) {
            assertThat(fault("l", key, "0")).isEqualTo(Fault.BAD_KEY);
        }

        @Test
        void aKeyMayHave256Bytes() {
            assertThat(fault("l", "x".repeat(256), "0")).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"auth", "ping", "stats", "stable-ref", "barrier"})
        void commandsOfTheConnectionDoNotLookAtTheKey(String word) {
            assertThat(fault(word, "", "")).isNull();
            assertThat(fault(word, "a b\tc", "")).isNull();
        }

        @Test
        void statsLooksAtTheKeyWhenAskedAboutIt() throws ProtocolException {
            assertThat(fault("stats", "a b", "key")).isEqualTo(Fault.BAD_KEY);
            assertThat(parse("stats", "orders", "key").key()).isEqualTo(Key.of("orders"));
            assertThat(parse("stats", "orders", "key").asksAboutKey()).isTrue();
            assertThat(parse("stats", "a b", "keys").asksAboutKey()).isFalse();
            assertThat(parse("ping", "a b", "key").asksAboutKey()).isFalse();
        }

        @Test
        void statsIsAboutEverythingUnlessItsArgumentIsOneOfTwoWords() throws ProtocolException {
            assertThat(parse("stats", "_", "summary").asksForSummary()).isTrue();
            for (String argument : List.of("", "_", "x", "1 2 3", "\t", " key", "summary ", "Summary")) {
                Request request = parse("stats", "a b", argument);

                assertThat(request.asksForSummary()).as(argument).isFalse();
                assertThat(request.asksAboutKey()).as(argument).isFalse();
            }
        }

        @Test
        void whatStatsWasAskedForIsForgottenWithTheNextRequest() throws ProtocolException {
            Request request = new Request();

            request.read(Frames.standingOn(Frames.frame("stats", "k", "key")), false);
            request.read(Frames.standingOn(Frames.frame("ping", "_", "")), false);

            assertThat(request.asksAboutKey()).isFalse();
        }

        @Test
        void aReferenceIsTheKeyLineTrimmed() throws ProtocolException {
            assertThat(parse("stable-ref", " \t worker 1 \f", "_").reference()).isEqualTo("worker 1");
            assertThat(parse("stable-ref", "  ", "_").reference()).isEmpty();
        }

        @Test
        @Pitfall("PP-07")
        void randomBytesAreRefusedOrStayDistinctKeys() {
            var random = new Random(7);
            Map<Key, String> seen = new HashMap<>();
            int refused = 0;
            for (int i = 0; i < 10_000; i++) {
                byte[] name = randomName(random);
                try {
                    Key key = parse(frameWithKey(name)).key().copy();
                    String hex = HexFormat.of().formatHex(name);
                    assertThat(seen.getOrDefault(key, hex)).isEqualTo(hex);
                    assertThat(key.toBytes()).isEqualTo(name);
                    seen.put(key, hex);
                } catch (ProtocolException broken) {
                    assertThat(broken.fault()).isIn(Fault.MALFORMED_UTF8, Fault.BAD_KEY);
                    refused++;
                }
            }

            assertThat(seen.size()).isGreaterThan(1_000);
            assertThat(refused).isGreaterThan(1_000);
        }

        /** Short, and of few different bytes, so that many names are well-formed and many nearly equal. */
        private byte[] randomName(Random random) {
            byte[] alphabet = {'a', 'b', (byte) 0xc3, (byte) 0xa9, (byte) 0xe9, (byte) 0x8d, (byte) 0xb5, (byte) 0xff};
            byte[] name = new byte[1 + random.nextInt(16)];
            int letters = 2 + random.nextInt(alphabet.length - 1);
            for (int i = 0; i < name.length; i++) {
                name[i] = alphabet[random.nextInt(letters)];
            }
            return name;
        }

        private byte[] frameWithKey(byte[] key) {
            var frame = new ByteArrayOutputStream();
            frame.writeBytes(bytes("l\n"));
            frame.writeBytes(key);
            frame.writeBytes(bytes("\n0\n"));
            return frame.toByteArray();
        }
    }

    @Nested
    final class Encoding {
        @ParameterizedTest
        @CsvSource({
            "80, a continuation byte alone",
            "c3, an unfinished pair",
            "e282, an unfinished triple",
            "f09f98, an unfinished quadruple",
            "c080, an overlong NUL",
            "c1bf, an overlong DEL",
            "e08080, an overlong triple",
            "f0808080, an overlong quadruple",
            "eda080, half a surrogate pair",
            "eda080edb080, a surrogate pair in two triples",
            "f4908080, beyond U+10FFFF",
            "f5808080, far beyond",
            "fe, never a byte of UTF-8",
            "ff, never a byte of UTF-8",
            "c3e9, Latin-1",
        })
        void malformedBytesAreRefusedInEveryLine(String hex, String why) {
            assertThat(fault(withBytes("%s\nk\n0\n", hex))).as(why).isEqualTo(Fault.MALFORMED_UTF8);
            assertThat(fault(withBytes("kset\n%s\nv\n", hex))).as(why).isEqualTo(Fault.MALFORMED_UTF8);
            assertThat(fault(withBytes("kset\nk\nx%sx\n", hex))).as(why).isEqualTo(Fault.MALFORMED_UTF8);
            assertThat(fault(withBytes("ping\n%s\n_\n", hex))).as(why).isEqualTo(Fault.MALFORMED_UTF8);
            assertThat(fault(withBytes("ping\n_\n%s\n", hex))).as(why).isEqualTo(Fault.MALFORMED_UTF8);
        }

        @ParameterizedTest
        @ValueSource(strings = {"c3a9", "e98db5", "f09f9880", "f48fbfbf", "ed9fbf", "ee8080", "efbfbd", "c280"})
        void wellFormedBytesAreAccepted(String hex) {
            assertThat(fault(withBytes("kset\n%s\nv\n", hex))).isNull();
        }

        @Test
        void aRequestAfterAMalformedOneIsReadAsUsual() throws ProtocolException {
            FrameReader reader = standingOn(malformed("l\n%s\n0\nl\nk\n0\n"));
            var request = new Request();
            assertThatThrownBy(() -> request.read(reader, false)).hasMessageContaining("UTF-8");

            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);

            assertThat(request.key()).hasToString("k");
        }

        /** The text with these bytes in place of its {@code %s}. */
        private byte[] withBytes(String text, String hex) {
            String[] around = text.split("%s", 2);
            var all = new ByteArrayOutputStream();
            all.writeBytes(bytes(around[0]));
            all.writeBytes(HexFormat.of().parseHex(hex));
            all.writeBytes(bytes(around[1]));
            return all.toByteArray();
        }
    }

    private static byte[] malformed(String text) {
        byte[] bytes = bytes(text.formatted("?"));
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xff : bytes[i];
        }
        return bytes;
    }

    @Nested
    final class Tokens {
        @Test
        void aTokenIsTheFenceAndTheSalt() throws ProtocolException {
            Request request = parse("r", "k", TOKEN);

            assertThat(request.isTokenWellFormed()).isTrue();
            assertThat(request.tokenFence()).isEqualTo(0xff);
            assertThat(request.tokenSalt()).isEqualTo(0xa0b1c2d3e4f50617L);
        }

        @Test
        @Pitfall("FE-05")
        void allSixtyFourBitsOfBothHalvesAreRead() throws ProtocolException {
            Request request = parse("r", "k", "8000000000000000ffffffffffffffff");

            assertThat(request.tokenFence()).isEqualTo(Long.MIN_VALUE);
            assertThat(request.tokenSalt()).isEqualTo(-1);
        }

        @Test
        void blanksAroundATokenAreIgnored() throws ProtocolException {
            assertThat(parse("r", "k", " \t" + TOKEN + "\f ").isTokenWellFormed())
                    .isTrue();
            assertThat(parse("n", "k", "  " + TOKEN + " \t 7 ").isTokenWellFormed())
                    .isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "nope",
                    "00000000000000FFa0b1c2d3e4f50617",
                    "00000000000000ffa0b1c2d3e4f5061",
                    "00000000000000ffa0b1c2d3e4f506170",
                    "0000000000000 ffa0b1c2d3e4f50617",
                    "g0000000000000ffa0b1c2d3e4f50617",
                    "00000000000000ffa0b1c2d3e4f5061g",
                    "+0000000000000ffa0b1c2d3e4f50617"
                })
        void aTokenOfAnotherFormNamesNothing(String token) throws ProtocolException {
            assertThat(parse("r", "k", token).isTokenWellFormed()).isFalse();
        }

        @Test
        void oneRequestLeavesNoTokenForTheNext() throws ProtocolException {
            FrameReader reader = standingOn(bytes("r\nk\n" + TOKEN + "\nr\nk\nnope\n"));
            var request = new Request();
            request.read(reader, false);

            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);

            assertThat(request.isTokenWellFormed()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"r", "sr", "rr", "wr", "resign", "n", "sn", "rn", "wn"})
        void anEmptyTokenIsRefused(String word) {
            assertThat(fault(word, "k", "")).isEqualTo(Fault.EMPTY_TOKEN);
            assertThat(fault(word, "k", " \t ")).isEqualTo(Fault.EMPTY_TOKEN);
        }
    }

    @Nested
    final class Values {
        @ParameterizedTest
        @ValueSource(strings = {"lpush", "rpush", "signal"})
        void aValueIsTheWholeLineAndNotEmpty(String word) throws ProtocolException {
            assertThat(parse(word, "k", "  x \t y ").argument()).isEqualTo(bytes("  x \t y "));
            assertThat(fault(word, "k", " ")).isNull();
            assertThat(fault(word, "k", "")).isEqualTo(Fault.MALFORMED_ARGUMENT);
        }

        @ParameterizedTest
        @ValueSource(strings = {"x", " ", "a b", "x\t0", "x\t5", "x\t+5", "x\t007", " x \t9223372036", "42", "a 7"})
        void ksetTakesAValueAndSecondsBehindATab(String argument) {
            assertThat(fault("kset", "k", argument)).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x\t", "\t5", "\t", "a\tb\t5", "x\t-1", "x\t 5", "x\t5 ", "x\t9223372037", "x\ty"})
        void ksetRefusesEverythingElse(String argument) {
            assertThat(fault("kset", "k", argument)).isNotNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"\tone\t0", "one\ttwo\t", "\ttwo\t", "a b\tc d\t7", " \t \t9223372036"})
        void kcasTakesOldAndNewAndSecondsBehindTabs(String argument) {
            assertThat(fault("kcas", "k", argument)).isNull();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "a",
                    "a\tb",
                    "a\tb\t1\t2",
                    "a\t\t0",
                    "\t\t",
                    "a\tb\tx",
                    "a\tb\t-1",
                    "a\tb\t 1",
                    "a\tb\t9223372037"
                })
        void kcasRefusesEverythingElse(String argument) {
            assertThat(fault("kcas", "k", argument)).isNotNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"lpush", "rpush", "signal"})
        void theValueThatIsPushedOrSentKeepsItsBlanks(String word) throws ProtocolException {
            for (String value : List.of("x", " ", "\t", "  x \t y ", "x\t5", "a\tb\t5", "é鍵😀", "\u0000")) {
                assertThat(parse(word, "k", value).value()).as(value).isEqualTo(bytes(value));
            }
        }

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '\'',
                ignoreLeadingAndTrailingWhitespace = false,
                delimiter = '|',
                value = {
                    "x|x|0",
                    "' '|' '|0",
                    " a b | a b |0",
                    "x\t0|x|0",
                    "x\t5|x|5",
                    " x \t+5| x |5",
                    "42|42|0",
                    "x\t007|x|7",
                    "x\t9223372036|x|9223372036",
                    "a 7|a 7|0"
                })
        void aValueHasTheSecondsBehindItsTabOrNone(String argument, String value, long seconds)
                throws ProtocolException {
            Request request = parse("kset", "k", argument);

            assertThat(request.value()).isEqualTo(bytes(value));
            assertThat(request.ttlSeconds()).isEqualTo(seconds);
        }

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '\'',
                ignoreLeadingAndTrailingWhitespace = false,
                delimiter = '|',
                value = {
                    "old\tnew\t|old|new|0",
                    "old\tnew\t0|old|new|0",
                    "old\tnew\t7|old|new|7",
                    " a b \t c d \t9223372036| a b | c d |9223372036",
                    "' \t \t'|' '|' '|0",
                    "é\t鍵\t+1|é|鍵|1"
                })
        void aComparisonHasAnOldAndANewValueAndSeconds(String argument, String old, String value, long seconds)
                throws ProtocolException {
            Request request = parse("kcas", "k", argument);

            assertThat(request.expectsAbsence()).isFalse();
            assertThat(request.expects(bytes(old))).isTrue();
            assertThat(request.value()).isEqualTo(bytes(value));
            assertThat(request.ttlSeconds()).isEqualTo(seconds);
        }

        @Test
        void aComparisonExpectsTheVeryBytesItNames() throws ProtocolException {
            Request request = parse("kcas", "k", "old\tnew\t");

            for (String other : List.of("ol", "oldd", "Old", "", "old ", " old", "new")) {
                assertThat(request.expects(bytes(other))).as(other).isFalse();
            }
        }

        @Test
        void anEmptyOldValueExpectsAbsence() throws ProtocolException {
            Request request = parse("kcas", "k", "\tnew\t5");

            assertThat(request.expectsAbsence()).isTrue();
            assertThat(request.value()).isEqualTo(bytes("new"));
            assertThat(request.ttlSeconds()).isEqualTo(5);
            assertThat(parse("kcas", "k", " \tnew\t5").expectsAbsence()).isFalse();
        }

        @Test
        void oneRequestLeavesNoValueAndNoSecondsForTheNext() throws ProtocolException {
            FrameReader reader = standingOn(bytes("kset\nk\nlong value\t5\nkset\nk\nx\nkcas\nk\n\ty\t\n"));
            var request = new Request();
            request.read(reader, false);
            byte[] first = request.value();

            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);

            assertThat(request.value()).isEqualTo(bytes("x"));
            assertThat(request.ttlSeconds()).isZero();
            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);
            assertThat(request.expectsAbsence()).isTrue();
            assertThat(request.value()).isEqualTo(bytes("y"));
            assertThat(first).isEqualTo(bytes("long value"));
        }

        @Test
        @Pitfall("PP-13")
        void aValueIsInMemoryOfItsOwn() throws ProtocolException {
            byte[] frame = frame("kset", "k", "value\t5");
            Request request = parse(frame);
            byte[] value = request.value();

            Arrays.fill(frame, (byte) '#');

            assertThat(value).isEqualTo(bytes("value"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"listen", "unlisten"})
        void aGroupIsTrimmedAndMayBeEmptyOrHaveBlanksInside(String word) throws ProtocolException {
            assertThat(parse(word, "k", "  my group\t").argument()).isEqualTo(bytes("my group"));
            assertThat(parse(word, "k", "  ").argument()).isEmpty();
        }

        @Test
        void aSecretIsTrimmed() throws ProtocolException {
            assertThat(parse("auth", "any key", " se cret ").argument()).isEqualTo(bytes("se cret"));
        }
    }

    @Nested
    final class Switches {
        @ParameterizedTest
        @ValueSource(strings = {"fence", "tag"})
        void aSwitchIsOnOrOff(String word) throws ProtocolException {
            assertThat(parse(word, "_", "on").isOn()).isTrue();
            assertThat(parse(word, "_", " on\t").isOn()).isTrue();
            assertThat(parse(word, "_", "off").isOn()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "maybe", "ON", "On", "onn", "o", "on off", "1", "true"})
        void aSwitchIsNothingElse(String position) {
            assertThat(fault("fence", "_", position)).isEqualTo(Fault.MALFORMED_ARGUMENT);
            assertThat(fault("tag", "_", position)).isEqualTo(Fault.MALFORMED_ARGUMENT);
        }
    }

    @Nested
    final class Tags {
        private final Request request = new Request();

        private void readTagged(String firstLine) throws ProtocolException {
            request.read(standingOn(frame(firstLine, "k", "0")), true);
        }

        @Test
        void aTaggedRequestHasANumberBeforeItsCommand() throws ProtocolException {
            readTagged("17 l");

            assertThat(request.tag()).isEqualTo(17);
            assertThat(request.command()).isEqualTo(Command.LOCK);
        }

        @Test
        void aTagHasUpToEighteenDigits() throws ProtocolException {
            readTagged("999999999999999999 l");

            assertThat(request.tag()).isEqualTo(999_999_999_999_999_999L);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "l",
                    "",
                    " l",
                    "-1 l",
                    "+1 l",
                    "1",
                    "1l",
                    "1\tl",
                    "x l",
                    "1x l",
                    "1000000000000000000 l",
                    "١ l"
                })
        void aLineWithoutATagIsAnsweredWithTagZero(String firstLine) {
            assertThatThrownBy(() -> readTagged(firstLine)).hasMessageContaining("tag");

            assertThat(request.tag()).isZero();
        }

        @ParameterizedTest
        @ValueSource(strings = {"5 zz", "5  l", "5 ", "5 L", "5 5 l"})
        void aWrongCommandIsAnsweredWithItsTag(String firstLine) {
            assertThatThrownBy(() -> readTagged(firstLine)).hasMessageContaining("unknown command");

            assertThat(request.tag()).isEqualTo(5);
        }

        @Test
        void malformedBytesAreAnsweredWithTheirTag() {
            FrameReader reader = standingOn(malformed("5 l\n%s\n0\n"));

            assertThatThrownBy(() -> request.read(reader, true)).hasMessageContaining("UTF-8");

            assertThat(request.tag()).isEqualTo(5);
        }

        @Test
        void anUntaggedRequestHasNoTag() throws ProtocolException {
            assertThat(parse("l", "k", "0").tag()).isEqualTo(Request.NO_TAG);
            assertThat(fault("1 l", "k", "0")).isEqualTo(Fault.UNKNOWN_COMMAND);
        }

        @Test
        void cancelNamesATag() throws ProtocolException {
            assertThat(parse("cancel", "_", " 17 ").number(Field.TAG)).isEqualTo(17);
            assertThat(parse("cancel", "_", "999999999999999999").number(Field.TAG))
                    .isEqualTo(999_999_999_999_999_999L);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x", "-1", "+1", "1 2", "1x", "1000000000000000000"})
        void cancelNamesNothingElse(String argument) {
            assertThat(fault("cancel", "_", argument)).isNotNull();
        }
    }

    @Nested
    final class Leases {
        @Test
        void anOmittedLeaseIsTheDefaultOfTheServer() throws ProtocolException {
            assertThat(parse("l", "k", "0").leaseOr(33)).isEqualTo(33);
            assertThat(parse("e", "k", "").leaseOr(33)).isEqualTo(33);
            assertThat(parse("e", "k", " \t ").leaseOr(33)).isEqualTo(33);
            assertThat(parse("n", "k", TOKEN).leaseOr(33)).isEqualTo(33);
            assertThat(parse("sl", "k", "0 2").leaseOr(33)).isEqualTo(33);
        }

        @Test
        void aGivenLeaseCounts() throws ProtocolException {
            assertThat(parse("l", "k", "0 7").leaseOr(33)).isEqualTo(7);
            assertThat(parse("e", "k", "7").leaseOr(33)).isEqualTo(7);
            assertThat(parse("n", "k", TOKEN + " 7").leaseOr(33)).isEqualTo(7);
            assertThat(parse("se", "k", "2 7").leaseOr(33)).isEqualTo(7);
        }

        @Test
        void oneRequestLeavesNoLeaseForTheNext() throws ProtocolException {
            FrameReader reader = standingOn(bytes("l\nk\n0 7\nl\nk\n0\n"));
            var request = new Request();
            request.read(reader, false);

            assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
            request.read(reader, false);

            assertThat(request.leaseOr(33)).isEqualTo(33);
        }
    }
}
