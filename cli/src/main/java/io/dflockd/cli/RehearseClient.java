package io.dflockd.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code dflockd rehearse-client}: runs commands that are clients, once.
 *
 * <p>The launcher runs it to record the classes of such a command. The server that they meet is none: its classes would
 * make the record larger, and with it every client.
 */
final class RehearseClient implements Callable<Integer> {
    static final String NAME = "rehearse-client";

    private static final String KEY = "rehearsal";

    @Override
    public Integer call() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread pretender = new Thread(() -> pretend(listener), "rehearsal");
            pretender.setDaemon(true);
            pretender.start();
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Map<String, String> environment = Map.of("DFLOCKD_SERVER", "127.0.0.1:" + listener.getLocalPort());
            Main program = new Main(environment, InputStream.nullInputStream(), nowhere, nowhere);
            require(program.run("lock", KEY, "--", "true") == 0, "lock");
            require(program.run("kv", "get", KEY) == 0, "kv get");
        }
        return 0;
    }

    private static void require(boolean wentWell, String what) {
        if (!wentWell) {
            throw new IllegalStateException("the rehearsal of " + what + " went wrong");
        }
    }

    private static void pretend(ServerSocket listener) {
        try {
            while (true) {
                answer(listener.accept());
            }
        } catch (IOException over) {
            // the commands have what they wanted
        }
    }

    private static void answer(Socket client) throws IOException {
        try (client;
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                requests.readLine();
                requests.readLine();
                client.getOutputStream().write((reply(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** With a tag if there is one. */
    private static String reply(String request) {
        String tag = request.substring(0, request.indexOf(' ') + 1);
        return tag
                + switch (request.substring(tag.length())) {
                    case "l" -> "ok 00000000000000010123456789abcdef 33 1";
                    case "kget" -> "ok value";
                    default -> "ok";
                };
    }

    /** Not shown in the help: nobody but the launcher needs it. */
    CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);
        spec.usageMessage().hidden(true);
        return spec;
    }
}
