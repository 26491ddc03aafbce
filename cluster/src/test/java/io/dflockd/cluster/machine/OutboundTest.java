package io.dflockd.cluster.machine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.cluster.machine.Part.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OutboundTest {
    private final Outbound outbound = new Outbound("a");

    @BeforeEach
    void begin() {
        outbound.begin(3);
    }

    private void request(long handle, String frame) {
        byte[] bytes = frame.getBytes(US_ASCII);
        outbound.request(handle, false, bytes, 0, bytes.length);
    }

    private byte[] next() {
        return Objects.requireNonNull(outbound.next());
    }

    private long nextSequence() {
        return Objects.requireNonNull(Part.headerOf(next())).sequence();
    }

    @Test
    void whatIsCollectedGoesIntoOneSubBatchWithTheNextNumber() {
        outbound.open(1, "10.0.0.1:5000");
        request(1, "ping\n_\n_\n");
        byte[] first = next();
        outbound.close(1);
        byte[] second = next();

        assertThat(Part.headerOf(first)).isEqualTo(new Header("a", 3, 1));
        assertThat(Part.headerOf(second)).isEqualTo(new Header("a", 3, 2));
        assertThat(outbound.hasNext()).isFalse();
        assertThat(outbound.next()).isNull();
        assertThat(outbound.underWay()).isEqualTo(2);
    }

    @Test
    void aSubBatchIsFullAtItsLimitUnlessOneRequestIsLonger() {
        request(1, "x".repeat(Part.MOST_BYTES / 2));
        request(1, "x".repeat(Part.MOST_BYTES / 2));
        request(1, "x".repeat(2 * Part.MOST_BYTES));
        outbound.close(1);

        List<byte[]> parts = List.of(next(), next(), next(), next());

        assertThat(parts.subList(0, 2)).allSatisfy(part -> assertThat(part).hasSizeLessThan(Part.MOST_BYTES));
        assertThat(parts.get(2)).hasSizeGreaterThan(2 * Part.MOST_BYTES);
        assertThat(outbound.next()).isNull();
    }

    @Test
    void whatIsNotAppliedIsGivenAgainInOrderBeforeAnythingNew() {
        for (int i = 1; i <= 3; i++) {
            outbound.open(i, "10.0.0.1:5000");
            next();
        }
        outbound.open(4, "10.0.0.1:5000");
        outbound.applied(1);

        outbound.giveAgain();

        assertThat(List.of(nextSequence(), nextSequence(), nextSequence())).containsExactly(2L, 3L, 4L);
        assertThat(outbound.hasNext()).isFalse();
    }

    @Test
    void whatIsAppliedIsForgotten() {
        outbound.open(1, "10.0.0.1:5000");
        next();
        outbound.open(2, "10.0.0.1:5000");
        next();
        outbound.giveAgain();

        outbound.applied(2);

        assertThat(outbound.hasNext()).isFalse();
        assertThat(outbound.underWay()).isZero();
    }

    @Test
    void aNewLifeNumbersFromOneAndKnowsNothingOfTheLastOne() {
        outbound.open(1, "10.0.0.1:5000");
        next();
        outbound.open(2, "10.0.0.1:5000");

        outbound.begin(4);

        assertThat(outbound.hasNext()).isFalse();
        outbound.open(1, "10.0.0.1:5000");
        assertThat(Part.headerOf(next())).isEqualTo(new Header("a", 4, 1));
    }

    @Test
    void nothingIsCollectedBetweenTwoLives() {
        outbound.end();

        assertThatThrownBy(() -> outbound.open(1, "10.0.0.1:5000")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requestsThatWereNeverSentAreRefusedAndTheRestStaysInOrder() {
        request(1, "sent\n");
        next();
        outbound.open(2, "10.0.0.1:5000");
        request(2, "first\n");
        outbound.dismiss();
        request(2, "second\n");
        outbound.close(2);
        List<String> refused = new ArrayList<>();

        request(3, "of somebody who must not be told\n");
        outbound.refuseUnsent(new Outbound.Refused() {
            @Override
            public boolean mayRefuse(long handle, boolean tagged) {
                return handle != 3;
            }

            @Override
            public void request(long handle, boolean tagged, byte[] bytes, int from, int to) {
                refused.add(handle + " " + new String(bytes, from, to - from, US_ASCII));
            }
        });

        assertThat(refused).containsExactly("2 first\n", "2 second\n");
        SubBatch expected = new SubBatch("a");
        expected.open(2, "10.0.0.1:5000");
        expected.dismiss();
        expected.about(RecordType.CLOSE, 2);
        byte[] kept = "of somebody who must not be told\n".getBytes(US_ASCII);
        expected.request(3, false, kept, 0, kept.length);
        assertThat(next()).isEqualTo(expected.seal(3, 2));
    }
}
