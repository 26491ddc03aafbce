package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WireClientTest {
    private static final Duration MOMENT = Duration.ofMillis(30);

    private final ServerSocket listener;
    private final WireClient client;
    private final Socket server;

    WireClientTest() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        client = WireClient.connect("127.0.0.1", listener.getLocalPort());
        server = listener.accept();
    }

    @AfterEach
    void closeAll() throws IOException {
        client.close();
        server.close();
        listener.close();
    }

    @Test
    void sendsThreeLines() throws IOException {
        client.send("l", "my-key", "10");

        assertThat(server.getInputStream().readNBytes(12)).asString().isEqualTo("l\nmy-key\n10\n");
    }

    @Test
    void readsLineAfterLineWhateverThePieces() throws IOException {
        say("ok 1\nok");

        assertThat(client.readLine()).isEqualTo("ok 1");
        assertThat(client.receive(MOMENT)).isEqualTo(Received.SILENCE);

        say(" 2\nok 3\n");

        assertThat(client.readLine()).isEqualTo("ok 2");
        assertThat(client.readLine()).isEqualTo("ok 3");
    }

    @Test
    void asksAndGivesTheAnswer() throws IOException {
        say("ok\n");

        assertThat(client.ask("ping", "_", "")).isEqualTo("ok");
    }

    @Test
    void failsWhenNoLineComes() {
        assertThatThrownBy(() -> client.readLine(MOMENT)).hasMessage("expected a line within PT0.03S, got silence");
    }

    @Test
    void tellsTheEndOfTheStreamFromSilence() throws IOException {
        client.expectQuiet(30);
        assertThatThrownBy(() -> client.expectEof(MOMENT)).hasMessageEndingWith("got silence");

        server.close();

        client.expectEof();
        assertThatThrownBy(() -> client.expectQuiet(30)).hasMessageEndingWith("got the end of the stream");
    }

    @Test
    void takesAResetForTheEnd() throws IOException {
        server.setSoLinger(true, 0);
        server.close();

        client.expectEof();
    }

    @Test
    void canStillReadAfterItStoppedSending() throws IOException {
        client.halfClose();

        assertThat(server.getInputStream().read()).isEqualTo(-1);
        say("ok\n");
        assertThat(client.readLine()).isEqualTo("ok");
    }

    @Test
    void abortsWithAReset() {
        client.abort();

        assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(IOException.class);
    }

    @Test
    void saysWhereItCouldNotConnect() throws IOException {
        listener.close();

        assertThatThrownBy(() -> WireClient.connect("127.0.0.1", listener.getLocalPort()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot connect to 127.0.0.1:" + listener.getLocalPort());
    }

    private void say(String text) throws IOException {
        server.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
