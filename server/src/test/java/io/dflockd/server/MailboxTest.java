package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Key;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.Pitfall;
import org.junit.jupiter.api.Test;

final class MailboxTest {
    private static final Push SHORT = Push.watch("kset", Key.of("k"));
    private static final Push LONG = Push.signal(Key.of("c".repeat(256)), new byte[250]);

    private final Mailbox mailbox = new Mailbox(FrameReader.VALUE_CAP);

    private int fill(Push push, boolean socketTakesMore) {
        return fill(mailbox, push, socketTakesMore);
    }

    private static int fill(Mailbox mailbox, Push push, boolean socketTakesMore) {
        int taken = 0;
        while (mailbox.offer(push, socketTakesMore)) {
            taken++;
        }
        return taken;
    }

    @Test
    @Pitfall("SW-02")
    void holdsSoManyPushesWhileTheSocketTakesNothing() {
        assertThat(fill(SHORT, false)).isEqualTo(Mailbox.MAX_PUSHES);
        assertThat(mailbox.offer(SHORT, false)).isFalse();
    }

    @Test
    @Pitfall("SW-07")
    void isCrowdedWhenHalfOfItIsUsedWhileTheSocketTakesNothing() {
        for (int i = 0; i < Mailbox.MAX_PUSHES / 2; i++) {
            assertThat(mailbox.isCrowded()).isFalse();
            mailbox.offer(SHORT, false);
        }

        assertThat(mailbox.isCrowded()).isTrue();

        mailbox.poll();
        assertThat(mailbox.isCrowded()).isFalse();
    }

    @Test
    @Pitfall("SW-02")
    void countsAnewWhenTheSocketHasMoved() {
        fill(SHORT, false);

        mailbox.socketHasMoved();

        assertThat(fill(SHORT, false)).isEqualTo(Mailbox.MAX_PUSHES);
    }

    @Test
    @Pitfall("SW-02")
    void holdsSoManyBytesWhileTheSocketTakesNothing() {
        int taken = fill(LONG, false);

        assertThat(taken).isLessThan(Mailbox.MAX_PUSHES);
        assertThat((long) taken * LONG.length())
                .isBetween((long) Mailbox.MAX_PUSH_BYTES, (long) Mailbox.MAX_PUSH_BYTES + LONG.length());
    }

    @Test
    @Pitfall({"SW-02", "SW-13"})
    void holdsAFewOfTheLargestSignalsThatThereMayBe() {
        Push largest = Push.signal(Key.of("c"), new byte[FrameReader.LARGEST_VALUE_CAP]);
        Mailbox roomy = new Mailbox(FrameReader.LARGEST_VALUE_CAP);

        assertThat(fill(roomy, largest, false)).isEqualTo(4);
    }

    /** As when a session with very many locks ends and somebody watches them all. */
    @Test
    void takesABurstOfManySmallPushesWhileTheSocketTakesMore() {
        int taken = fill(SHORT, true);

        assertThat(taken).isGreaterThan(100 * Mailbox.MAX_PUSHES);
        assertThat((long) taken * SHORT.length())
                .isBetween((long) Mailbox.MAX_BURST_BYTES, (long) Mailbox.MAX_BURST_BYTES + SHORT.length());
    }

    /** The client reads, only more slowly than the burst came. */
    @Test
    void aBurstIsNotHeldAgainstAClientWhoseSocketIsFullForAMoment() {
        for (int i = 0; i < 5 * Mailbox.MAX_PUSHES; i++) {
            assertThat(mailbox.offer(SHORT, true)).isTrue();
        }

        assertThat(fill(SHORT, false)).isEqualTo(Mailbox.MAX_PUSHES);
    }

    @Test
    void hasRoomAgainForWhatWasTakenOut() {
        fill(SHORT, false);

        assertThat(mailbox.poll()).isSameAs(SHORT);

        assertThat(mailbox.offer(SHORT, false)).isTrue();
        assertThat(mailbox.offer(SHORT, false)).isFalse();
    }

    @Test
    void takesAnswersHoweverManyPushesThereAre() {
        fill(SHORT, false);

        mailbox.add(new Mailbox.Answer(7, Status.OK.reply(), Mailbox.To.PARKED));

        for (int i = 0; i < Mailbox.MAX_PUSHES; i++) {
            assertThat(mailbox.poll()).isSameAs(SHORT);
        }
        assertThat(mailbox.poll()).isEqualTo(new Mailbox.Answer(7, Status.OK.reply(), Mailbox.To.PARKED));
        assertThat(mailbox.isEmpty()).isTrue();
    }

    @Test
    @Pitfall("SW-07")
    void takesNoPushOnceItIsSealed() {
        assertThat(mailbox.seal()).isTrue();
        assertThat(mailbox.seal()).isFalse();

        assertThat(mailbox.offer(SHORT, true)).isFalse();
    }
}
