package io.dflockd.server;

import static io.dflockd.server.ServerFixture.PATIENCE;
import static io.dflockd.server.ServerFixture.eventually;

import io.dflockd.testkit.WireClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server in a process of its own, for what one process cannot show: running out of descriptors, being stopped,
 * holding as many sockets as its clients.
 */
final class ServerProcess implements AutoCloseable {
    private static final String LISTENING = "listening on ";

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();

    private ServerProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readOutput, "output of the server");
        reader.setDaemon(true);
        reader.start();
    }

    /** Runs in the other process: serves until its input ends. */
    public static void main(String[] options) throws StartupException, IOException {
        try (DflockdServer server = DflockdServer.start(CommandLine.config(List.of(options)))) {
            System.out.println(LISTENING + server.address().getPort());
            while (System.in.read() >= 0) {}
        }
    }

    static ServerProcess start(List<String> options) throws IOException {
        return startWith("exec", options);
    }

    /** With no more than so many open files. */
    static ServerProcess startWithDescriptors(int limit, List<String> options) throws IOException {
        return startWith("ulimit -n " + limit + "; exec", options);
    }

    /** With a heap of so many megabytes, after which the process ends. */
    static ServerProcess startWithHeap(int megabytes, String collector, List<String> options) throws IOException {
        return startWith(
                "exec",
                List.of("-Xmx" + megabytes + "m", "-XX:+Use" + collector, "-XX:+ExitOnOutOfMemoryError"),
                options);
    }

    private static ServerProcess startWith(String shell, List<String> options) throws IOException {
        return startWith(shell, List.of("-Xmx256m", "-XX:+UseSerialGC"), options);
    }

    private static ServerProcess startWith(String shell, List<String> jvm, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(ServerProcess.class.getName());
        command.addAll(options);
        ServerProcess server = new ServerProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
        eventually()
                .atMost(3, TimeUnit.MINUTES)
                .until(() -> !server.lines(LISTENING).isEmpty() || !server.isAlive());
        if (!server.isAlive()) {
            throw new AssertionError("the server did not start: " + server.output);
        }
        return server;
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException ended) {
            // with the process
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote so far that contains this. */
    List<String> lines(String part) {
        return output.stream().filter(line -> line.contains(part)).toList();
    }

    int port() {
        return Integer.parseInt(lines(LISTENING).get(0).substring(LISTENING.length()));
    }

    WireClient client() {
        return WireClient.connect("127.0.0.1", port());
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Returns when none of its threads runs any more, which may be a moment after the signal. */
    void stall() throws IOException, InterruptedException {
        signal("STOP");
        eventually().until(this::isStalled);
    }

    private boolean isStalled() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.allMatch(ServerProcess::isStopped);
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            String state = Files.readString(thread.resolve("stat"));
            return state.charAt(state.lastIndexOf(')') + 2) == 'T';
        } catch (IOException ended) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the server does not end: " + output);
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
