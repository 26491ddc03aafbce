package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The script {@code dflockd}, in a checkout that has no more than it looks at, with a JDK and a Maven that only pretend. */
final class LauncherTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String BUILDS = "mkdir -p cli/target && echo new >cli/target/dflockd.jar";

    @TempDir
    Path folder;

    private Path checkout;
    private Path jar;
    private Path lock;

    private record Outcome(int status, List<String> out, List<String> err) {}

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("checkout"));
        jar = checkout.resolve("cli/target/dflockd.jar");
        lock = checkout.resolve(".build-lock");
        Files.copy(Path.of(System.getProperty("dflockd.root"), "dflockd"), checkout.resolve("dflockd"));
        Files.createDirectories(checkout.resolve("cli/src/main"));
        Files.writeString(checkout.resolve("pom.xml"), "");
        Files.writeString(checkout.resolve("cli/pom.xml"), "");
        program("jdk/bin/java", "case $* in *rehearse*) ;; *) echo \"runs $(cat " + jar + "): $*\" ;; esac");
        program("jdk/bin/javac", "");
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        program("bin/mvn", BUILDS);
    }

    private void program(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A program that is older than its sources. */
    private void buildLongAgo() throws IOException {
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "old\n");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    }

    private void leaveLock(String owner) throws IOException {
        Files.createDirectory(lock);
        Files.writeString(lock.resolve("owner"), owner + "\n");
    }

    private Process start(String shell) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", shell).directory(checkout.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        return builder.redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private Outcome run() throws IOException, InterruptedException {
        return outcomeOf(start("exec sh ./dflockd --port 7"));
    }

    private Outcome outcomeOf(Process launcher) throws IOException, InterruptedException {
        try {
            assertThat(launcher.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends")
                    .isTrue();
        } finally {
            launcher.destroyForcibly();
        }
        return new Outcome(launcher.exitValue(), lines("out"), lines("err"));
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name), StandardCharsets.UTF_8);
    }

    private void assertRuns(String program, Outcome outcome) {
        assertThat(outcome.status()).as("%s", outcome).isZero();
        assertThat(outcome.out())
                .singleElement()
                .asString()
                .startsWith("runs " + program + ":")
                .endsWith("--port 7");
        assertThat(lock).doesNotExist();
    }

    @Test
    void theFirstStartBuildsAndTheNextDoesNot() throws IOException, InterruptedException {
        assertRuns("new", run());
        program("bin/mvn", "exit 1");

        Outcome second = run();

        assertRuns("new", second);
        assertThat(second.err()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.dflockd.cli.client.ClientCommands#names")
    void aClientStartsInASmallJvm(String command) throws IOException, InterruptedException {
        Outcome outcome = outcomeOf(start("exec sh ./dflockd " + command + " key"));

        assertThat(outcome.out())
                .singleElement()
                .asString()
                .contains(" -Xmn2m ")
                .contains(" -XX:TieredStopAtLevel=1 ")
                .doesNotContain(" -Xms32m ")
                .endsWith(" " + command + " key");
    }

    /** In a container every start may have the same number. */
    @Test
    void aLockThatNamesOurselvesIsLeftFromAnotherLife() throws IOException, InterruptedException {
        Process launcher = start("mkdir .build-lock; echo $$ >.build-lock/owner; exec sh ./dflockd --port 7");

        assertRuns("new", outcomeOf(launcher));
    }

    @Test
    void aLockThatNamesAProcessOfAnotherTimeIsLeftBehind() throws IOException, InterruptedException {
        leaveLock(ProcessHandle.current().pid() + " 1");

        assertRuns("new", run());
    }

    @Test
    void aLockThatNamesNobodyIsLeftBehind() throws IOException, InterruptedException {
        leaveLock("999999999 1");

        assertRuns("new", run());
    }

    @Test
    void halfAProgramOfAnAbandonedBuildIsNotRun() throws IOException, InterruptedException {
        buildLongAgo();
        Files.move(jar, jar.resolveSibling("dflockd.jar.before"));
        Files.writeString(jar, "half");
        leaveLock("999999999 1");
        Files.writeString(lock.resolve("began"), "");

        assertRuns("new", run());
    }

    @Test
    void whereNoLockCanBeMadeTheProgramThereIsRuns() throws IOException, InterruptedException {
        buildLongAgo();
        program("bin/mkdir", "echo \"mkdir: cannot create directory 'x': No space left on device\" >&2; exit 1");

        Outcome outcome = run();

        assertRuns("old", outcome);
        assertThat(outcome.err())
                .containsExactly("dflockd: the program is older than its sources, but cannot be built:"
                        + " cannot create directory 'x': No space left on device");
    }

    @Test
    void whereAnAbandonedLockCannotBeRemovedTheProgramThereIsRuns() throws IOException, InterruptedException {
        buildLongAgo();
        leaveLock("999999999 1");
        program("bin/rm", "echo \"rm: cannot remove 'x': Read-only file system\" >&2; exit 1");

        Outcome outcome = run();

        assertThat(outcome.out()).singleElement().asString().startsWith("runs old:");
        assertThat(outcome.err())
                .containsExactly("dflockd: the program is older than its sources, but cannot be built:"
                        + " rm: cannot remove 'x': Read-only file system");
    }

    @Test
    void whereNoLockCanBeMadeAndThereIsNoProgramItSaysSo() throws IOException, InterruptedException {
        program("bin/mkdir", "echo \"mkdir: cannot create directory 'x': Read-only file system\" >&2; exit 1");

        Outcome outcome = run();

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .containsExactly(
                        "dflockd: cannot build the program: cannot create directory 'x': Read-only file system");
    }

    @Test
    void aBuildThatFailsIsShownAndLeavesTheProgramThereWas() throws IOException, InterruptedException {
        buildLongAgo();
        program("bin/mvn", "echo 'a missing semicolon'; echo half >cli/target/dflockd.jar; exit 1");

        Outcome outcome = run();

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("a missing semicolon").last().isEqualTo("dflockd: the build failed");
        assertThat(jar).hasContent("old\n");
        assertThat(lock).doesNotExist();
    }

    @Test
    void aSignalEndsTheBuildAtOnceAndLeavesNothingBehind() throws IOException, InterruptedException {
        buildLongAgo();
        program("bin/mvn", "echo half >cli/target/dflockd.jar; echo $$ >" + folder + "/maven; sleep 600; echo never");
        Process launcher = start("exec sh ./dflockd");
        await().atMost(PATIENCE)
                .until(() ->
                        Files.exists(folder.resolve("maven")) && !lines("maven").isEmpty());
        ProcessHandle maven =
                ProcessHandle.of(Long.parseLong(lines("maven").get(0))).orElseThrow();
        List<ProcessHandle> children = maven.descendants().toList();

        launcher.destroy();

        assertThat(outcomeOf(launcher).status()).isEqualTo(143);
        await().atMost(PATIENCE).until(() -> !maven.isAlive());
        await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(lock).doesNotExist();
        assertThat(jar).hasContent("old\n");
    }
}
