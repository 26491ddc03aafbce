package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerFenceTest {
    private static final long NOON = 1_800_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void chooseFile() {
        file = folder.resolve("fence");
    }

    @Test
    void startsAtTheWallClock() {
        assertThat(ServerFence.inMemory(NOON).next()).isEqualTo(NOON + 1);
    }

    /** Closing writes nothing, so that every one of these ends is a crash as far as the file is concerned. */
    @Test
    @Pitfall("FE-01")
    void growsOverAThousandCrashesWhateverTheWallClockSays() throws IOException {
        Random random = new Random(1);
        long last = 0;
        for (int start = 0; start < 1_000; start++) {
            long wallClock = NOON + random.nextLong(-HOUR, HOUR);
            try (ServerFence fence = ServerFence.durable(wallClock, FenceFile.open(file), Runnable::run)) {
                for (int grants = random.nextInt(3); grants >= 0; grants--) {
                    assertThat(fence.next()).isGreaterThan(last);
                    last = fence.last();
                }
            }
        }
    }

    @Test
    @Pitfall("FE-01")
    void growsOverACrashAfterAnyNumberOfGrants() throws IOException {
        long last = 0;
        for (int blocks = 1; blocks <= 3; blocks++) {
            try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
                assertThat(fence.next()).isGreaterThan(last);
                for (long i = 0; i < blocks * ServerFence.BLOCK; i++) {
                    last = fence.next();
                }
                assertThat(stored()).isGreaterThan(last);
            }
        }
    }

    /** The disk is so slow that the next block is still not there when the last one is used up. */
    @Test
    @Pitfall("FE-01")
    void drawsNothingAboveWhatIsOnDisk() throws IOException {
        Deque<Runnable> background = new ArrayDeque<>();
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), background::add)) {
            for (long i = 0; i < 2 * ServerFence.BLOCK; i++) {
                long drawn = fence.next();
                if (drawn % 1_000 == 0 || i % ServerFence.BLOCK < 2) {
                    assertThat(stored()).isGreaterThanOrEqualTo(drawn);
                }
            }

            assertThat(background).as("one reservation at a time").hasSize(1);
        }
    }

    @Test
    @Pitfall("FE-01")
    void goesOnGrowingWhenTheDiskFails() throws IOException {
        try (LogCapture log = LogCapture.of(ServerFence.class);
                FenceFile lost = FenceFile.open(file);
                ServerFence fence = ServerFence.durable(NOON, lost, Runnable::run)) {
            lost.close();

            long last = NOON;
            for (long i = 0; i < 2 * ServerFence.BLOCK; i++) {
                long drawn = fence.next();
                assertThat(drawn > last).isTrue();
                last = drawn;
            }

            assertThat(log.lines())
                    .as("the operator is told, and not at every grant")
                    .hasSizeBetween(1, 100)
                    .allSatisfy(line -> assertThat(line).contains("fences could repeat"));
        }
    }

    @Test
    @Pitfall("FE-01")
    void comparesAsUnsigned() throws IOException {
        Files.write(file, ByteBuffer.allocate(8).putLong(-5).array());

        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            assertThat(fence.next()).isEqualTo(-4);
        }
    }

    @ParameterizedTest
    @Pitfall("FE-01")
    @ValueSource(ints = {0, 1, 7, 9, 4_096})
    void aFileOfAnotherSizeIsAStartupError(int size) throws IOException {
        Files.write(file, new byte[size]);

        assertThatThrownBy(this::startServer)
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot use --fence-state-file " + file + ": it has " + size + " bytes, not 8");
        assertThat(file).hasSize(size);
    }

    @Test
    @Pitfall("FE-05")
    void drawsTheGreatestNumberAndNoSmallerOneAfterIt() throws IOException {
        Files.write(file, ByteBuffer.allocate(8).putLong(-4).array());

        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            assertThat(fence.next()).isEqualTo(-3);
            assertThat(fence.next()).isEqualTo(-2);
            assertThat(fence.next()).isEqualTo(-1);
            assertThatThrownBy(fence::next).hasMessage("no fence is left above 18446744073709551615");
            assertThatThrownBy(fence::next).hasMessage("no fence is left above 18446744073709551615");
            assertThat(fence.last()).isEqualTo(-1);
        }
        assertThat(stored()).isEqualTo(-1);
        assertThatThrownBy(this::startServer)
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot use --fence-state-file " + file
                        + ": its ceiling is the greatest number, and no fence is left above it");
    }

    @Test
    @Pitfall("FE-05")
    void theNumbersGoOnBeyondTheGreatestThatHasASign() throws IOException {
        Files.write(file, ByteBuffer.allocate(8).putLong(Long.MAX_VALUE - 1).array());

        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            assertThat(fence.next()).isEqualTo(Long.MAX_VALUE);
            assertThat(fence.next()).isEqualTo(Long.MIN_VALUE);
            assertThat(fence.last()).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Test
    @Pitfall("FE-01")
    void aFileThatWasDeletedIsWrittenAnew() throws IOException {
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            long ceiling = stored();
            Files.delete(file);

            fence.check();

            assertThat(stored()).isEqualTo(ceiling);
            assertThatThrownBy(() -> FenceFile.open(file)).hasMessage("another server is using it");
        }
    }

    @Test
    @Pitfall("FE-01")
    void aFileThatWasReplacedIsWrittenAnewWithTheNextBlock() throws IOException {
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            Path other = Files.write(folder.resolve("other"), new byte[8]);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

            for (long i = 0; i < ServerFence.BLOCK; i++) {
                fence.next();
            }

            assertThat(stored()).isGreaterThan(fence.last());
        }
    }

    /** As a backup that is copied back, or a shell's {@code : > fence}. */
    @ParameterizedTest
    @Pitfall("FE-01")
    @ValueSource(ints = {0, 7, 8, 9})
    void aFileThatWasOverwrittenInPlaceIsWrittenAnew(int size) throws IOException {
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            long ceiling = stored();
            Files.write(file, new byte[size]);

            fence.check();

            assertThat(file).hasSize(8);
            assertThat(stored()).isEqualTo(ceiling);
        }
    }

    @Test
    @Pitfall("FE-01")
    void afterItIsClosedACheckWritesNothing() throws IOException {
        ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run);
        fence.close();
        Files.delete(file);

        fence.check();

        assertThat(file).doesNotExist();
        FenceFile.open(file).close(); // nobody has it
    }

    @Test
    @Pitfall("FE-01")
    void aRunningServerNoticesByItself() throws StartupException, IOException {
        try (DflockdServer server = startServer()) {
            Files.delete(file);
            Files.delete(folder.resolve("fence.lock"));

            ServerFixture.eventually().until(() -> Files.exists(file));

            assertThatThrownBy(this::startServer).hasMessageEndingWith("another server is using it");
        }
    }

    @Test
    @Pitfall("FE-01")
    void whoLostTheFileToAnotherServerSaysSoAndGoesOn() throws IOException {
        try (LogCapture log = LogCapture.of(ServerFence.class);
                ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            Files.delete(file);
            Files.delete(folder.resolve("fence.lock"));
            try (ServerFence other = ServerFence.durable(NOON + HOUR, FenceFile.open(file), Runnable::run)) {
                fence.check();
                fence.check();

                assertThat(fence.next()).isEqualTo(NOON + 1);
                assertThat(stored()).as("the other's").isGreaterThan(other.last());
            }

            assertThat(log.lines()).singleElement().asString().contains("another server is using it");
        }
    }

    @Test
    @Pitfall("FE-01")
    void noNameOfAFileInUseLetsASecondServerIn() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(link), Runnable::run)) {
            assertThat(stored()).as("behind the link").isGreaterThan(fence.last());
            Path hardLink = Files.createLink(folder.resolve("hard"), file);
            Path detour = folder.resolve("..").resolve(folder.getFileName()).resolve("fence");

            for (Path name : List.of(file, link, hardLink, detour)) {
                assertThatThrownBy(() -> FenceFile.open(name)).as("%s", name).hasMessage("another server is using it");
            }
        }
    }

    /** A lock of the system is lost when its process closes the file once more, be it for a start that was refused. */
    @Test
    @Pitfall("FE-01")
    void aServerInAnotherProcessIsRefusedAlsoAfterOneInThisWas() throws IOException, InterruptedException {
        try (ServerFence fence = ServerFence.durable(NOON, FenceFile.open(file), Runnable::run)) {
            assertThatThrownBy(() -> FenceFile.open(file)).hasMessage("another server is using it");
            assertThat(openElsewhere()).isEqualTo("another server is using it");

            Files.delete(file);
            assertThat(openElsewhere()).as("while there is no file").isEqualTo("another server is using it");
            fence.check();
            assertThat(openElsewhere()).as("after it was written anew").isEqualTo("another server is using it");
        }

        assertThat(openElsewhere()).isEqualTo("opened");
    }

    private String openElsewhere() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerFenceTest.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        other.waitFor();
        return said;
    }

    /** Runs in another process: says how opening the file went. */
    public static void main(String[] file) {
        try (FenceFile opened = FenceFile.open(Path.of(file[0]))) {
            System.out.println("opened");
        } catch (IOException refused) {
            System.out.println(refused.getMessage());
        }
    }

    @Test
    @Pitfall("FE-01")
    void twoServersDoNotShareAFile() throws StartupException {
        try (DflockdServer first = startServer()) {
            assertThatThrownBy(this::startServer)
                    .isInstanceOf(StartupException.class)
                    .hasMessage("cannot use --fence-state-file " + file + ": another server is using it");
        }

        startServer().close();
    }

    @Test
    @Pitfall("FE-01")
    void aFolderThatIsNotThereIsAStartupError() {
        file = folder.resolve("missing").resolve("fence");

        assertThatThrownBy(this::startServer)
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot use --fence-state-file " + file + ": no such directory");
    }

    @Test
    @Pitfall("FE-01")
    void linksThatLeadInACircleAreAStartupError() throws IOException {
        Files.createSymbolicLink(file, folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("other"), file);

        assertThatThrownBy(this::startServer)
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot use --fence-state-file " + file + ": its links lead in a circle");
    }

    @Test
    @Pitfall("FE-01")
    void tokensOfARestartedServerAreGreater() throws IOException {
        long ahead = Long.parseUnsignedLong("7fffffffffff0000", 16); // a clock that was wrong once
        Files.write(file, ByteBuffer.allocate(8).putLong(ahead).array());
        String last = "";
        for (int start = 0; start < 3; start++) {
            try (DflockdServer server = servers.start(config -> config.fenceStateFile(file))) {
                WireClient alice = servers.client();

                String token = alice.ask("l", "k", "0").split(" ", -1)[1];

                assertThat(token).isGreaterThan("7fffffffffff0000").isGreaterThan(last);
                last = token;
            }
        }
    }

    private DflockdServer startServer() throws StartupException {
        return DflockdServer.start(
                ServerConfig.builder().port(0).fenceStateFile(file).build());
    }

    private long stored() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getLong();
    }
}
