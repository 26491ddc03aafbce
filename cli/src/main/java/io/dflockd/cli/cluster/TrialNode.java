package io.dflockd.cli.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One node of a {@link Trial}.
 *
 * @param address for its clients
 * @param log the file that it logs to
 */
record TrialNode(String name, String address, Path log, Process process) {
    private static final String MAIN = "io.dflockd.cli.Main";
    private static final String LOOPBACK = "127.0.0.1";
    private static final int GENTLE_SECONDS = 5;

    /** Starts the nodes a, b, c … on free ports. */
    static List<TrialNode> start(int size, Path directory) throws IOException {
        List<Integer> ports = freePorts(2 * size);
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            peers.add(nameOf(i) + "=" + LOOPBACK + ":" + ports.get(i));
        }
        List<TrialNode> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nodes.add(start(nameOf(i), String.join(",", peers), ports.get(size + i), directory));
        }
        return nodes;
    }

    private static String nameOf(int index) {
        return String.valueOf((char) ('a' + index));
    }

    /** Taken all at once, so that they differ, and given back for the nodes to take. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return taken.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private static TrialNode start(String name, String peers, int port, Path directory) throws IOException {
        Path log = directory.resolve(name + ".log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xms32m",
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "serve",
                "--port=" + port,
                "--node=" + name,
                "--peers=" + peers,
                "--data-dir=" + directory.resolve(name),
                "--bootstrap",
                "--shutdown-timeout=1",
                "--while-stdin-is-open");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("DFLOCKD_"));
        return new TrialNode(name, LOOPBACK + ":" + port, log, builder.start());
    }

    /** The end of its log, in one line. */
    String lastWords() {
        try {
            return Files.readAllLines(log).stream()
                    .reduce((first, last) -> last)
                    .orElse("its log is empty");
        } catch (IOException unreadable) {
            return "its log cannot be read";
        }
    }

    /** Asks it to end: it drains, and hands leadership over. */
    void stop() {
        process.destroy();
    }

    void awaitEnd() {
        try {
            if (!process.waitFor(GENTLE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
