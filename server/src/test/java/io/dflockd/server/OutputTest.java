package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Lines;
import io.dflockd.testkit.Pitfall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OutputTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Socket socket = new Socket();
    private final AtomicInteger stuck = new AtomicInteger();
    private long nanos;

    @BeforeEach
    void freezeTime() {
        socket.freezeTime();
    }

    @AfterEach
    void releaseBuffers() {
        socket.takeAll();
        socket.finishAndReleaseAll();
    }

    @Test
    void writesSeveralLinesAtOnce() {
        Output output = output(TIMEOUT);

        append(output, "ok");
        append(output, "timeout");
        assertThat(output.unwritten()).isEqualTo("ok\ntimeout\n".length());
        output.flush();

        ByteBuf written = socket.readOutbound();
        assertThat(written.toString(StandardCharsets.US_ASCII)).isEqualTo("ok\ntimeout\n");
        assertThat(output.unwritten()).isZero();
        written.release();
    }

    @Test
    @Pitfall("SL-06")
    void givesAClientThatReadsNothingTheTimeoutAndNoMore() {
        socket.takesBytes = false;
        write(output(TIMEOUT));

        pass(4_999);
        assertThat(stuck).hasValue(0);

        pass(1);
        assertThat(stuck).hasValue(1);
    }

    @Test
    @Pitfall("SL-06")
    void leavesAClientAloneThatReadsInTime() {
        socket.takesBytes = false;
        write(output(TIMEOUT));
        pass(4_000);

        socket.takeAll();
        pass(60_000);

        assertThat(stuck).hasValue(0);
    }

    @Test
    @Pitfall("SL-06")
    void aDeadlineOfAnEarlierWriteDoesNotCountForALaterOne() {
        Output output = output(TIMEOUT);
        socket.takesBytes = false;
        write(output);
        pass(4_000);
        socket.takeAll();
        socket.takesBytes = false;
        write(output);

        pass(1_000);
        assertThat(stuck).as("the first write was taken").hasValue(0);

        pass(5_000);
        assertThat(stuck).as("the second was not").hasValue(1);
    }

    @Test
    @Pitfall("SL-06")
    void aSlowButSteadyReaderIsNotStuck() {
        Output output = output(TIMEOUT);
        for (int i = 0; i < 20; i++) {
            socket.takesBytes = false;
            write(output);
            pass(4_000);
            socket.takeAll();
        }

        assertThat(stuck).hasValue(0);
    }

    @Test
    @Pitfall("SL-06")
    void anAnswerThatIsTakenByteByByteMayTakeLongerThanTheTimeout() {
        Output output = output(TIMEOUT);
        socket.takesBytes = false;
        write(output);
        write(output);
        for (int i = 0; i < 4; i++) {
            pass(4_000);
            socket.takeBytes(1);
        }
        assertThat(stuck).as("while a byte is taken now and then").hasValue(0);

        for (int i = 0; i < 5; i++) {
            pass(1_250);
        }
        assertThat(stuck).as("when no more are").hasValue(1);
    }

    @Test
    @Pitfall("SL-06")
    void aStallOfTheServerIsNotHeldAgainstItsClient() {
        Output output = output(TIMEOUT);
        socket.takesBytes = false;
        write(output);
        pass(1_000);

        socket.advanceTimeBy(1, TimeUnit.HOURS); // on the clock of the timers, but not on that of leases
        socket.runScheduledPendingTasks();

        assertThat(stuck).hasValue(0);
    }

    @Test
    @Pitfall("SL-06")
    void theSocketIsLookedAtOnceMoreBeforeAClientIsGivenUp() {
        Output output = output(TIMEOUT);
        socket.takesBytes = false;
        write(output);
        write(output);
        socket.eventLoop().schedule(() -> socket.takeBytes(1), TIMEOUT.toSeconds(), TimeUnit.SECONDS);

        pass(5_000); // the look that is due comes before the socket has its turn, as after a long pause

        assertThat(stuck).hasValue(0);
    }

    @Test
    @Pitfall("SL-06")
    void aTimeoutOfZeroIsNone() {
        socket.takesBytes = false;
        write(output(Duration.ZERO));

        pass(TimeUnit.DAYS.toMillis(1));

        assertThat(stuck).hasValue(0);
    }

    @Test
    void isFullWhileTheSocketTakesNothing() {
        Output output = output(TIMEOUT);
        socket.takesBytes = false;
        assertThat(output.isFull()).isFalse();

        append(output, "x".repeat(70_000));
        output.flush();
        assertThat(output.isFull()).isTrue();

        socket.takeAll();
        assertThat(output.isFull()).isFalse();
    }

    private Output output(Duration timeout) {
        ChannelHandlerContext context = socket.pipeline().lastContext();
        return new Output(context, new WriteDeadline(socket, () -> nanos, timeout, stuck::incrementAndGet));
    }

    private static void write(Output output) {
        append(output, "ok");
        output.flush();
    }

    private static void append(Output output, String line) {
        output.append(new Lines().append(line + "\n"));
    }

    private void pass(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        socket.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        socket.runScheduledPendingTasks();
    }

    /** A socket whose buffer is full as long as the test says so. */
    private static final class Socket extends EmbeddedChannel {
        private boolean takesBytes = true;

        Socket() {
            super(new ChannelInboundHandlerAdapter());
        }

        void takeAll() {
            takesBytes = true;
            flush();
            runPendingTasks();
        }

        void takeBytes(int count) {
            unsafe().outboundBuffer().removeBytes(count);
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer backlog) throws Exception {
            if (takesBytes) {
                super.doWrite(backlog);
            }
        }
    }
}
