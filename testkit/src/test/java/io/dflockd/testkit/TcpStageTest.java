package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class TcpStageTest {
    @Test
    void playsAVectorOverRealSockets() {
        var server = new Parrot();

        VectorRun.play(
                Vector.parse("V001 EC title [--loud] :: A l|k|0 => l ; B quiet ; A <=any 0 && k ; A half ; A EOF"
                        + " ; term ; refused ; exit 0"),
                new TcpStage(server::launch));

        assertThat(server.options).containsExactly("--loud");
        assertThat(server.isClosed()).isTrue();
    }

    @Test
    void closesTheServerOfAVectorThatFails() {
        var server = new Parrot();

        assertThatThrownBy(() ->
                        VectorRun.play(Vector.parse("V001 EC title :: A l|k|0 => ok"), new TcpStage(server::launch)))
                .hasMessageEndingWith("expected `ok`, got `l`");

        assertThat(server.isClosed()).isTrue();
    }

    @Test
    void failsWhenANewConnectionIsTaken() {
        assertThatThrownBy(() ->
                        VectorRun.play(Vector.parse("V001 EC title :: refused"), new TcpStage(new Parrot()::launch)))
                .hasMessageEndingWith("expected a new connection to be refused");
    }

    /** A server that says every line again. */
    private static final class Parrot implements TcpStage.Server {
        private final ServerSocket listener;
        private final CompletableFuture<Integer> exitStatus = new CompletableFuture<>();
        private List<String> options = List.of();

        Parrot() {
            try {
                listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        TcpStage.Server launch(List<String> given) {
            options = given;
            inBackground(this::accept);
            return this;
        }

        private static void inBackground(Runnable work) {
            var thread = new Thread(work, "parrot");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    inBackground(() -> parrot(socket));
                }
            } catch (IOException closed) {
                exitStatus.complete(0);
            }
        }

        private static void parrot(Socket socket) {
            try (socket) {
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException gone) {
                // the client left first
            }
        }

        boolean isClosed() {
            return listener.isClosed();
        }

        @Override
        public int port() {
            return listener.getLocalPort();
        }

        /** The system refuses connections only when nobody is inside {@code accept} any more. */
        @Override
        public void terminate() {
            close();
            exitStatus.join();
        }

        @Override
        public Future<Integer> exitStatus() {
            return exitStatus;
        }

        @Override
        public void close() {
            try {
                listener.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
