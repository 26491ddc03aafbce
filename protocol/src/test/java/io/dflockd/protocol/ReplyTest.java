package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.bytes;
import static io.dflockd.protocol.Frames.parse;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplyTest {
    @ParameterizedTest
    @EnumSource
    void aStatusAloneIsItsWord(Status status) {
        assertThat(status.reply().line()).isEqualTo(status.word());
        assertThat(status.reply().status()).isEqualTo(status);
    }

    @Test
    void aGrantIsTokenAndLease() {
        var granted = new Reply.Granted(Status.OK, 255, 0xa0b1c2d3e4f50617L, 33, false);

        assertThat(granted.line()).isEqualTo("ok 00000000000000ffa0b1c2d3e4f50617 33");
    }

    @Test
    void aGrantShowsItsFenceToThoseWhoAskedForIt() {
        var granted = new Reply.Granted(Status.ACQUIRED, 255, 1, 7, true);

        assertThat(granted.line()).isEqualTo("acquired 00000000000000ff0000000000000001 7 255");
    }

    @Test
    void aRenewalIsTheLeaseThatIsLeft() {
        assertThat(new Reply.Renewed(33, 255, false).line()).isEqualTo("ok 33");
        assertThat(new Reply.Renewed(33, 255, true).line()).isEqualTo("ok 33 255");
        assertThat(new Reply.Renewed(9_223_372_036L, 255, true).status()).isEqualTo(Status.OK);
    }

    @Test
    void aTextFollowsItsWordAsItIs() {
        assertThat(new Reply.Text(bytes("  é \t")).line()).isEqualTo("ok   é \t");
        assertThat(new Reply.Text(bytes("x")).status()).isEqualTo(Status.OK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    @Pitfall("FE-05")
    void theTokenOfAGrantNamesItsFence(long fence) throws ProtocolException {
        String[] fields =
                new Reply.Granted(Status.OK, fence, ~fence, 33, true).line().split(" ", 4);

        Request release = parse("r", "k", fields[1]);

        assertThat(release.tokenFence()).isEqualTo(fence);
        assertThat(release.tokenSalt()).isEqualTo(~fence);
        assertThat(fields[3]).isEqualTo(Long.toUnsignedString(fence));
        assertThat(Long.parseUnsignedLong(fields[1].substring(0, 16), 16)).isEqualTo(fence);
    }

    @Test
    @Pitfall("FE-05")
    void tokensSortInTheOrderOfTheirFencesPast63Bits() {
        String below = new Reply.Granted(Status.OK, Long.MAX_VALUE, 0, 33, false).line();
        String above = new Reply.Granted(Status.OK, Long.MAX_VALUE + 1, 0, 33, false).line();

        assertThat(below).isLessThan(above);
    }

    @ParameterizedTest
    @EnumSource
    void noReplyCanBeTakenForAPush(Status status) {
        assertThat(status.word()).isNotIn("sig", "watch", "leader");
    }
}
