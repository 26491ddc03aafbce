package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class VectorRunTest {
    private final RehearsalStage stage = new RehearsalStage();

    @Test
    void playsTheStepsInOrderAndClosesTheStage() {
        stage.willSay("ok " + "a".repeat(32) + " 33", "ok");

        play(
                "V001 EC title [--port=1] :: A l|k|0 => ok $t 33 ; A r|k|$t => ok ; A half ; wait 1.5 ; term ; refused ; exit 0");

        assertThat(stage.events)
                .containsExactly(
                        "start [--port=1]",
                        "connect",
                        "send l\nk\n0\n",
                        "send r\nk\n" + "a".repeat(32) + "\n",
                        "half",
                        "pass PT1.5S",
                        "terminate",
                        "end connection",
                        "end stage");
    }

    @Test
    void splitsARequestAtTheFirstTwoBarsOnly() {
        play("V001 EC title :: A kset|k|a|b\\tc");

        assertThat(stage.events).contains("send kset\nk\na|b\tc\n");
    }

    @Test
    void opensAConnectionAgainAfterItWasClosed() {
        play("V001 EC title :: A raw:x ; A close ; A raw:y");

        assertThat(stage.events)
                .containsSubsequence("connect", "send x", "end connection", "connect", "send y", "end connection");
    }

    @Test
    void takesLinesInAnyOrderWhereTheVectorSaysSo() {
        stage.willSay("2 ok", "1 timeout");

        play("V001 EC title :: A <=any 1 timeout && 2 ok");

        assertThat(stage.lines).isEmpty();
    }

    @Test
    void tellsWhichStepFailedWhatWasExpectedAndWhatCame() {
        stage.willSay("ok", "error");

        assertThatThrownBy(() -> play("V007 EC key rules :: A l|a|0 => ok ; A l|b|0 => timeout"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("V007 key rules")
                .hasMessageContaining("Send[connection=A, request=l|b|0]")
                .hasMessageEndingWith("expected `timeout`, got `error`");
        assertThat(stage.events).endsWith("end connection", "end stage");
    }

    @Test
    void failsForALineThatIsNotOneOfTheExpected() {
        stage.willSay("1 ok", "3 ok");

        assertThatThrownBy(() -> play("V001 EC title :: A <=any 1 ok && 2 ok"))
                .hasMessageEndingWith("expected any of [2 ok], got `3 ok`");
    }

    @Test
    void failsForSilenceWhereALineOrTheEndIsExpected() {
        assertThatThrownBy(() -> play("V001 EC title :: A <= ok")).hasMessageEndingWith("expected `ok`, got silence");
        assertThatThrownBy(() -> play("V001 EC title :: A EOF"))
                .hasMessageEndingWith("expected the end of the stream, got silence");
    }

    @Test
    void failsForALineWhereSilenceIsExpected() {
        stage.willSay("error");

        assertThatThrownBy(() -> play("V001 EC title :: A quiet"))
                .hasMessageEndingWith("expected silence, got `error`");
    }

    @Test
    void failsForAnotherExitStatus() {
        assertThatThrownBy(() -> play("V001 EC title :: exit 1")).hasMessageEndingWith("expected exit status 1, got 0");
    }

    private void play(String vector) {
        VectorRun.play(Vector.parse(vector), stage);
    }

    /** A stage that notes what is done on it and says what it was told to say. */
    private static final class RehearsalStage implements Stage {
        final List<String> events = new ArrayList<>();
        final Queue<String> lines = new ArrayDeque<>();

        void willSay(String... said) {
            lines.addAll(Arrays.asList(said));
        }

        @Override
        public void start(List<String> options) {
            events.add("start " + options);
        }

        @Override
        public Connection connect() {
            events.add("connect");
            return new Connection() {
                @Override
                public void send(byte[] bytes) {
                    events.add("send " + new String(bytes, StandardCharsets.UTF_8));
                }

                @Override
                public Received receive(Duration patience) {
                    String line = lines.poll();
                    return line == null ? Received.SILENCE : Received.line(line);
                }

                @Override
                public void halfClose() {
                    events.add("half");
                }

                @Override
                public void close() {
                    events.add("end connection");
                }
            };
        }

        @Override
        public void pass(Duration time) {
            events.add("pass " + time);
        }

        @Override
        public void terminate() {
            events.add("terminate");
        }

        @Override
        public boolean refusesConnections() {
            return true;
        }

        @Override
        public int exitStatus(Duration patience) {
            return 0;
        }

        @Override
        public void close() {
            events.add("end stage");
        }
    }
}
