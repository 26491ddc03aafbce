package io.dflockd.cli;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameWriter;
import io.dflockd.server.DflockdServer;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code dflockd rehearse}: starts a server on any free port of the loopback, uses it once and stops it.
 *
 * <p>The launcher runs it to record the classes that a start and a first request need. With the record, both find them
 * ready; without it, the first client of a server waits for them to be loaded.
 */
final class Rehearse implements Callable<Integer> {
    static final String NAME = "rehearse";

    private static final String KEY = "rehearsal";

    @Override
    public Integer call() throws StartupException, IOException {
        readSettings();
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

    private static void readSettings() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int status = new Main(Map.of(), InputStream.nullInputStream(), nowhere, nowhere).run(Serve.PRINT_CONFIG);
        if (status != 0) {
            throw new IllegalStateException("the settings cannot be rehearsed");
        }
    }

    private static void playClient(InetSocketAddress server) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort());
                BufferedReader replies =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            String granted = ask(socket, replies, Command.LOCK, "1");
            String token = granted.substring(granted.indexOf(' ') + 1, granted.lastIndexOf(' '));
            ask(socket, replies, Command.LOCK_RENEW, token);
            ask(socket, replies, Command.LOCK_ENQUEUE, "");
            ask(socket, replies, Command.LOCK_RELEASE, token);
            ask(socket, replies, Command.LOCK_WAIT, "1");
            ask(socket, replies, Command.STATS, "");
        }
    }

    private static String ask(Socket socket, BufferedReader replies, Command command, String argument)
            throws IOException {
        socket.getOutputStream().write(FrameWriter.frame(command, KEY, argument));
        String reply = replies.readLine();
        if (reply == null || reply.startsWith("error")) {
            throw new IllegalStateException("the rehearsal went wrong: " + reply);
        }
        return reply;
    }

    /** Not shown in the help: nobody but the launcher needs it. */
    CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);
        spec.usageMessage().hidden(true);
        return spec;
    }
}
