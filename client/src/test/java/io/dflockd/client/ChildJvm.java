package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A class of the tests running in a process of its own, for what one process cannot show: being frozen, being killed.
 *
 * <pre>{@code
 * try (ChildJvm child = ChildJvm.start(Holder.class, server.address())) {
 *     child.awaitLine("holds");
 *     child.freeze();
 * }
 * }</pre>
 *
 * <p>It ends with {@link #close}, and by itself when this process ends first.
 */
final class ChildJvm implements AutoCloseable {
    /** A busy machine starts a process slowly. */
    private static final Duration START = Duration.ofMinutes(1);

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::readLines, "output of a child");
    private final Thread reaper = new Thread(this::killQuietly, "end of a child");

    private ChildJvm(Process process) {
        this.process = process;
        Runtime.getRuntime().addShutdownHook(reaper);
        reader.setDaemon(true);
        reader.start();
    }

    static ChildJvm start(Class<?> main, String... arguments) {
        return startWith(System.getProperty("java.class.path"), main, arguments);
    }

    static ChildJvm startWith(String classPath, Class<?> main, String... arguments) {
        return startWith(List.of(), classPath, main, arguments);
    }

    /** With options of the JVM. */
    static ChildJvm startWith(List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.add(ChildJvm.class.getName());
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            return new ChildJvm(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs in the child: the real main class, beside a guard that ends the process together with its parent. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        ProcessHandle.of(Long.parseLong(arguments[0]))
                .orElseThrow()
                .onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1));
        Method main = Class.forName(arguments[1]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
        } catch (InvocationTargetException failed) {
            failed.printStackTrace();
            System.exit(1); // other threads of the child may live on
        }
    }

    private void readLines() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ended) {
            // with the process
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote so far, to its output and to its error output. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The first line that starts like this. Fails early if the child ends without it. */
    String awaitLine(String start) {
        eventually().atMost(START).until(() -> hasLine(start) || !reader.isAlive());
        assertThat(lines).anyMatch(line -> line.startsWith(start));
        return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private boolean hasLine(String start) {
        return lines.stream().anyMatch(line -> line.startsWith(start));
    }

    /** Writes a line to the input of the child. */
    void send(String line) {
        try {
            Writer input = process.outputWriter(StandardCharsets.UTF_8);
            input.write(line + "\n");
            input.flush();
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
    }

    /** No thread of the child runs any more until {@link #thaw}; its connections stay open. */
    void freeze() {
        signal("STOP");
        eventually().until(this::isFrozen);
    }

    void thaw() {
        signal("CONT");
    }

    /** Whether the system has stopped every thread of the child. */
    boolean isFrozen() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            return threads.allMatch(ChildJvm::isStopped);
        } catch (IOException gone) {
            return false;
        }
    }

    /** The state of a thread is the letter behind its name, which is in parentheses. */
    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") T");
        } catch (IOException ended) {
            return true;
        }
    }

    /** Ends the child at once, frozen or not, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Waits until the child ends, and gives its exit code. */
    int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the child does not end: " + lines);
            }
            reader.join();
            return process.exitValue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the child was to end", stopped);
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start();
            assertThat(kill.waitFor()).as("exit code of kill -%s", name).isZero();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a signal was sent", stopped);
        }
    }

    private void killQuietly() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(reaper);
    }
}
