package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection whose requests are answered later than at once hears the same as any other, in the same order. */
final class LateAnswersTest {
    private final LateRuntime runtime = new LateRuntime();
    private final ServerConfig config = ServerConfig.builder().build();
    private final StatsDesk statsDesk = new StatsDesk(runtime);
    private final Service service = new Service(
            config,
            runtime,
            System::nanoTime,
            new Authenticator(null, null),
            new WrongGuesses(),
            new HeapGuard(config, System::nanoTime),
            new RefusalLog(System::nanoTime),
            statsDesk,
            new ClusterDesk(runtime, statsDesk));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Loop loop = new Loop(channel.eventLoop(), () -> {}, service);

    LateAnswersTest() {
        channel.pipeline().addLast(new Connection(1, service, loop, false));
        channel.pipeline().fireChannelActive();
    }

    @AfterEach
    void stop() {
        statsDesk.close();
        service.heapGuard().close();
    }

    @Test
    void manyRequestsAreUnderWayAtOnce() {
        send("incr\nc\n1\nincr\nc\n1\nget\nc\n\n");

        assertThat(runtime.pending()).isEqualTo(3);
        assertThat(received()).isEmpty();
        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nok 2\nok 2\n");
    }

    @Test
    void whatIsAnsweredHereDoesNotOvertakeThem() {
        send("incr\nc\n1\nping\n_\n\nincr\nc\n1\n");

        assertThat(received()).isEmpty();
        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nok\n");
        runtime.commit();
        assertThat(received()).isEqualTo("ok 2\n");
    }

    @Test
    void whoAsksForVeryMuchAtOnceIsNotReadForAMomentAndNotCutOff() {
        int count = 20_000;

        send("incr\nc\n1\n".repeat(count));

        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.config().isAutoRead()).isFalse();
        StringBuilder answers = new StringBuilder();
        while (runtime.pending() > 0) {
            runtime.commit();
            answers.append(received());
        }
        assertThat(answers.toString().lines()).hasSize(count).endsWith("ok " + count);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void whoAsksForVeryMuchBehindARequestThatIsParkedIsCutOff() {
        send("l\nk\n10\nl\nk\n10\n" + "incr\nc\n1\n".repeat(20_000));
        runtime.commit();
        assertThat(received()).as("the first is granted").startsWith("ok ");
        runtime.commit();
        assertThat(received()).as("the second waits").isEmpty();

        send("incr\nc\n1\n");

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aBrokenFrameIsAnsweredInItsTurn() {
        send("incr\nc\n1\nnonsense\nc\n\nincr\nc\n1\n");

        assertThat(received()).isEmpty();
        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nerror\n");
        runtime.commit();
        assertThat(received()).isEqualTo("ok 2\n");
    }

    @Test
    void aValueThatIsTooLargeIsAnsweredInItsTurn() {
        String large = "x".repeat(config.maxValue() + 100);

        send("incr\nc\n1\nkset\nk\n" + large + "\nincr\nc\n1\n");

        assertThat(received()).isEmpty();
        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nerror\n");
        runtime.commit();
        assertThat(received()).isEqualTo("ok 2\n");
    }

    @Test
    void whoLosesItsFramingHearsFirstWhatBecameOfItsRequests() {
        send("incr\nc\n1\n" + "x".repeat(1_000) + "\n");

        assertThat(received()).isEmpty();
        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nerror\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void withoutTagsNothingIsRunBehindARequestThatMayPark() {
        send("l\nk\n10\nl\nk\n10\nincr\nc\n1\n");

        assertThat(runtime.pending()).isEqualTo(1);
        runtime.commit();
        assertThat(received()).startsWith("ok ");
        runtime.commit();
        assertThat(received()).as("the second waits, and what is behind it too").isEmpty();
        assertThat(runtime.pending()).isZero();
    }

    @Test
    void theFrameBehindTagIsReadInTheModeThatItAsksFor() {
        send("incr\nc\n1\ntag\n_\non\n7 incr\nc\n1\n8 tag\n_\noff\nincr\nc\n1\n");

        runtime.commit();
        assertThat(received()).isEqualTo("ok 1\nok\n");
        runtime.commit();
        assertThat(received()).isEqualTo("7 ok 2\n8 ok\n");
        runtime.commit();
        assertThat(received()).isEqualTo("ok 3\n");
    }

    @Test
    void tagIsNotTakenForGrantedWhereSomethingIsParked() {
        send("l\nk\n0\ntag\n_\non\n");
        runtime.commit();
        received();
        runtime.commit();
        assertThat(received()).isEqualTo("ok\n");

        send("1 l\nk\n60\n2 tag\n_\noff\n3 incr\nc\n1\n");
        runtime.commit();

        assertThat(received()).isEqualTo("2 error\n");
        runtime.commit();
        assertThat(received()).as("tags are still on").isEqualTo("3 ok 1\n");
    }

    @Test
    void whoEndsItsSideIsAnsweredToTheEnd() {
        send("incr\nc\n1\nl\nk\n0\nl\nk\n60\nincr\nc\n1\n");
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        StringBuilder heard = new StringBuilder();
        for (int i = 0; i < 10 && channel.isOpen(); i++) {
            runtime.commit();
            heard.append(received());
        }

        assertThat(heard.toString()).matches("ok 1\nok [0-9a-f]{32} 33\ntimeout\nok 2\n");
        assertThat(channel.isOpen()).isFalse();
        runtime.commit();
        assertThat(runtime.census().isQuiet()).isTrue();
    }

    @Test
    void nobodyIsToldAnythingAfterItHasGone() {
        send("incr\nc\n1\n");
        channel.close();
        received();

        runtime.commit();

        assertThat(received()).isEmpty();
        assertThat(runtime.census().isQuiet()).isTrue();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    }

    private String received() {
        loop.settle();
        channel.runPendingTasks();
        channel.runScheduledPendingTasks();
        StringBuilder text = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        return text.toString();
    }
}
