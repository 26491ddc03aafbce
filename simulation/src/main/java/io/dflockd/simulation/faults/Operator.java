package io.dflockd.simulation.faults;

import io.dflockd.protocol.FrameWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks a node about itself, as one on call would. What it cannot hear is null. */
final class Operator {
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"([a-z0-9-]+)\"");
    private static final int PATIENCE_MILLIS = 5_000;

    /**
     * The state of a node.
     *
     * @param entry the last one in it
     */
    record State(long entry, String hash) {}

    private Operator() {}

    /** Whom the node follows, if it serves and knows a leader. */
    static @Nullable String leader(Node node) {
        String status = ask(node, "cluster", "status");
        Matcher leader = LEADER.matcher(status == null ? "" : status);
        return leader.find() ? leader.group(1) : null;
    }

    /** Whether the node can have something written into the log of the cluster. */
    static boolean isServing(Node node) {
        return "ok".equals(ask(node, "barrier", "_"));
    }

    static @Nullable State state(Node node) {
        String answer = ask(node, "cluster", "hash");
        String[] words = answer == null ? new String[0] : answer.split(" ", -1);
        return words.length == 3 ? new State(Long.parseLong(words[1]), words[2]) : null;
    }

    private static @Nullable String ask(Node node, String command, String key) {
        try (Socket socket = new Socket()) {
            socket.connect(node.address(), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(FrameWriter.frame(command, key, "_"));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException notThere) {
            return null;
        }
    }
}
