package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
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
    @ValueSource(ints = {1, 7, 9, 4_096})
    void aFileOfAnotherSizeIsAStartupError(int size) throws IOException {
        Files.write(file, new byte[size]);

        assertThatThrownBy(this::startServer)
                .isInstanceOf(StartupException.class)
                .hasMessage("cannot use --fence-state-file " + file + ": it has " + size + " bytes, not 8");
        assertThat(file).hasSize(size);
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
