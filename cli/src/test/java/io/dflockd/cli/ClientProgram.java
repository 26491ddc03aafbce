package io.dflockd.cli;

import io.dflockd.server.DflockdServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A client command in a process of its own, with its standard streams in the hands of a test. Closing it ends it. */
final class ClientProgram implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final BufferedReader err;
    private final Writer in;

    private ClientProgram(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.err = process.errorReader(StandardCharsets.UTF_8);
        this.in = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts it as a client of this server. */
    static ClientProgram start(DflockdServer server, String... args) throws IOException {
        return start("127.0.0.1:" + server.address().getPort(), args);
    }

    static ClientProgram start(String server, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(DefaultSignals.in(command));
        builder.environment().keySet().removeIf(name -> name.startsWith("DFLOCKD_"));
        builder.environment().put("DFLOCKD_SERVER", server);
        return new ClientProgram(builder.start());
    }

    /** The next line that it prints; null at the end. */
    String line() throws IOException {
        return out.readLine();
    }

    /** The next line that it complains with. */
    String complaint() throws IOException {
        return err.readLine();
    }

    /** All that it still complains of, until it ends. */
    List<String> complaints() {
        return err.lines().toList();
    }

    void type(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    void endInput() throws IOException {
        in.close();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    int status() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
