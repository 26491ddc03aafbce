package io.dflockd.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program in a process of its own, as a shell would start it. Closing it ends the process. */
final class ChildProgram implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on (.*):(\\d+) ");

    private final Process process;
    private final BufferedReader err;

    private ChildProgram(Process process) {
        this.process = process;
        this.err = process.errorReader(StandardCharsets.UTF_8);
    }

    static ChildProgram start(String... args) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), args);
    }

    /** Starts it with these classes in place of its own of the same names. */
    static ChildProgram startWith(Path classes, String... args) throws IOException {
        return start(List.of(), classes + File.pathSeparator + System.getProperty("java.class.path"), args);
    }

    /** Starts it in a JVM with these options. */
    static ChildProgram startIn(List<String> jvmOptions, String... args) throws IOException {
        return start(jvmOptions, System.getProperty("java.class.path"), args);
    }

    private static ChildProgram start(List<String> jvmOptions, String classPath, String[] args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(DefaultSignals.in(command)).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("DFLOCKD_"));
        return new ChildProgram(builder.start());
    }

    /** Waits for the line that says where it listens, and connects there. */
    Socket connect() throws IOException {
        Matcher address = lineWith(LISTENING);
        return new Socket(address.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(address.group(2)));
    }

    /** Reads on until a line of standard error has what is looked for. */
    Matcher lineWith(Pattern wanted) throws IOException {
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            Matcher matcher = wanted.matcher(line);
            if (matcher.find()) {
                return matcher;
            }
        }
        throw new IOException("the program ended before it said " + wanted);
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    int status() throws InterruptedException {
        return process.waitFor();
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** All that is left on standard error. */
    List<String> errors() {
        return err.lines().toList();
    }

    static ServerSocket takenPort() throws IOException {
        return new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
