package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application made of modules, compiled and run with nothing but the client, what it needs, and itself. */
final class ModulePathTest {
    private static final String MODULE = """
            module app {
                requires io.dflockd.client;
                exports app;
            }
            """;

    private static final String MAIN = """
            package app;

            import io.dflockd.client.Dflockd;
            import io.dflockd.client.DflockdOptions;
            import io.dflockd.client.Grant;
            import io.dflockd.client.LockKind;
            import io.dflockd.client.LossReason;
            import io.dflockd.client.exceptions.DflockdException;
            import io.dflockd.protocol.Status;
            import java.time.Duration;

            public final class Main {
                public static boolean run(String server) {
                    try (Dflockd dflockd = Dflockd.connect(server);
                            Grant grant = dflockd.lock("orders").acquire(Duration.ofSeconds(10))) {
                        return grant.fence() > 0;
                    } catch (DflockdException failed) {
                        return failed.status() == Status.OK;
                    }
                }
            }
            """;

    @Test
    void anApplicationOfModulesCanUseTheClient(@TempDir Path folder) throws Exception {
        compile(folder);

        try (TestServer server = TestServer.start()) {
            assertThat(main(folder).getMethod("run", String.class).invoke(null, server.address()))
                    .isEqualTo(true);
            server.awaitQuiet();
        }
    }

    @Test
    void anApplicationSeesTheClientAndItsExceptionsAndNothingBelow() {
        Set<ModuleDescriptor.Exports> exports = ModuleFinder.of(paths(modulePath()))
                .find("io.dflockd.client")
                .orElseThrow()
                .descriptor()
                .exports();

        assertThat(exports)
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder("io.dflockd.client", "io.dflockd.client.exceptions");
    }

    @Test
    void theClientNeedsOnlyTheProtocolNettyAndALogger() {
        Stream<String> needed =
                resolve("io.dflockd.client", modulePath()).modules().stream().map(ResolvedModule::name);

        assertThat(needed)
                .contains("io.dflockd.client", "io.dflockd.protocol", "org.slf4j")
                .allMatch(name -> name.matches("io\\.dflockd\\..*|io\\.netty\\..*|org\\.slf4j"));
    }

    private static void compile(Path folder) throws IOException {
        Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
        Path main = Files.writeString(folder.resolve("Main.java"), MAIN);
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--module-path", modulePath(), "-d", "" + folder, "" + module, "" + main);
        assertThat(failures).isZero();
    }

    private static Class<?> main(Path folder) throws ReflectiveOperationException {
        Configuration application = resolve("app", folder + File.pathSeparator + modulePath());
        return ModuleLayer.boot()
                .defineModulesWithOneLoader(application, ClassLoader.getPlatformClassLoader())
                .findLoader("app")
                .loadClass("app.Main");
    }

    private static Configuration resolve(String root, String modulePath) {
        return ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(paths(modulePath)), ModuleFinder.of(), Set.of(root));
    }

    private static Path[] paths(String modulePath) {
        return Stream.of(modulePath.split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
    }

    /** The class path of the test, without the annotations that the client was compiled with: nobody else needs them. */
    private static String modulePath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("jspecify"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
