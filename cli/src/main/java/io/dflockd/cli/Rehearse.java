package io.dflockd.cli;

import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code dflockd rehearse}: starts a server on any free port of the loopback, uses it once and stops it.
 *
 * <p>The launcher runs it to record the classes that a start and a first request need. With the record, both find them
 * ready; without it, the first client of a server waits for them to be loaded.
 */
final class Rehearse implements Callable<Integer> {
    @Override
    public Integer call() throws StartupException, IOException {
        Logging.start(LogFormat.TEXT, false);
        StopSignals.caught();
        ServerConfig config = ServerConfig.builder().port(0).build();
        try (DflockdServer server = DflockdServer.start(config)) {
            StartReport.log(config, server.address(), server.transport());
            playClient(server.address());
            server.drain().join();
        }
        return 0;
    }

    private static void playClient(InetSocketAddress server) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort());
                BufferedReader replies =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            String granted = ask(socket, replies, "l\nrehearsal\n1\n");
            String token = granted.substring(granted.indexOf(' ') + 1, granted.lastIndexOf(' '));
            ask(socket, replies, "n\nrehearsal\n" + token + "\n");
            ask(socket, replies, "e\nrehearsal\n\n");
            ask(socket, replies, "r\nrehearsal\n" + token + "\n");
            ask(socket, replies, "w\nrehearsal\n1\n");
            ask(socket, replies, "stats\n_\n\n");
        }
    }

    private static String ask(Socket socket, BufferedReader replies, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String reply = replies.readLine();
        if (reply == null || reply.startsWith("error")) {
            throw new IllegalStateException("the rehearsal went wrong: " + reply);
        }
        return reply;
    }

    /** Not shown in the help: nobody but the launcher needs it. */
    CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name("rehearse");
        spec.usageMessage().hidden(true);
        return spec;
    }
}
