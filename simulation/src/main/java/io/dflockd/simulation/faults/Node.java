package io.dflockd.simulation.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One node: the program in a process of its own, with a directory and a log file that outlive it. */
final class Node {
    private static final String MAIN = "io.dflockd.cli.Main";
    private static final int GENTLE_SECONDS = 20;

    private final String name;
    private final InetSocketAddress address;
    private final String peers;
    private final Path directory;
    private final Path log;
    private @Nullable Process process;

    Node(String name, int port, String peers, Path under) {
        this.name = name;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.peers = peers;
        this.directory = under.resolve(name);
        this.log = under.resolve(name + ".log");
    }

    String name() {
        return name;
    }

    InetSocketAddress address() {
        return address;
    }

    Path directory() {
        return directory;
    }

    void start(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
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
                "--port=" + address.getPort(),
                "--node=" + name,
                "--peers=" + peers,
                "--data-dir=" + directory,
                "--shutdown-timeout=1",
                "--while-stdin-is-open"));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(variable -> variable.startsWith("DFLOCKD_"));
        process = builder.start();
    }

    private Process process() {
        if (process == null) {
            throw new IllegalStateException("node " + name + " was never started");
        }
        return process;
    }

    boolean isAlive() {
        return process().isAlive();
    }

    void kill() throws InterruptedException {
        process().destroyForcibly().waitFor();
    }

    /** The process stands still, and its connections stay as they are. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder(
                        "kill", "-" + signal, String.valueOf(process().pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new Trouble("node " + name + " cannot get the signal " + signal);
        }
    }

    /** The status that it ends with by itself. */
    int awaitEnd(int seconds) throws InterruptedException {
        if (!process().waitFor(seconds, TimeUnit.SECONDS)) {
            throw new Trouble("node " + name + " did not end within " + seconds + " s");
        }
        return process().exitValue();
    }

    /** What it has logged since it had so many lines. */
    List<String> logSince(int lines) throws IOException {
        return Files.exists(log) ? Files.readAllLines(log).stream().skip(lines).toList() : List.of();
    }

    /** Ends it, gently if that does not take too long. */
    void stop() {
        if (process == null) {
            return;
        }
        process.destroy();
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
