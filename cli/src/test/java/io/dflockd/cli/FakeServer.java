package io.dflockd.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A server that answers every request as a test wants it to, right or wrong. */
final class FakeServer implements AutoCloseable {
    private final ServerSocket listener;
    private final String greeting;
    private final UnaryOperator<String> answers;

    private FakeServer(String greeting, UnaryOperator<String> answers) throws IOException {
        this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        this.greeting = greeting;
        this.answers = answers;
        inBackground(this::accept);
    }

    /** @param answers from the first line of a request to the reply */
    static FakeServer answering(UnaryOperator<String> answers) throws IOException {
        return new FakeServer("", answers);
    }

    /** Says something before it was asked. */
    static FakeServer greetingWith(String greeting) throws IOException {
        return new FakeServer(greeting, request -> "");
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                inBackground(() -> serve(client));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            client.getOutputStream().write(greeting.getBytes(StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                in.readLine();
                in.readLine();
                client.getOutputStream().write((answers.apply(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException gone) {
            // the client has what it wanted
        }
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
