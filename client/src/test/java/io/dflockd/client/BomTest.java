package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials has no parent to take its version from, and nothing else would notice that it lags behind. */
final class BomTest {
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>dflockd-(?:bom|parent)</artifactId>\\s*<version>(.*)</version>");
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>dflockd-(.*?)</artifactId><version>\\$\\{project.version}</");

    private final Path root = Project.root();

    @Test
    void hasTheVersionOfTheProject() throws IOException {
        assertThat(in(root.resolve("bom"), VERSION))
                .isEqualTo(in(root, VERSION))
                .hasSize(1);
    }

    @Test
    void namesModulesThatExist() throws IOException {
        assertThat(in(root.resolve("bom"), MANAGED))
                .contains("protocol", "client", "client-micrometer")
                .allMatch(module -> Files.exists(root.resolve(module).resolve("pom.xml")));
    }

    private static List<String> in(Path module, Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(module.resolve("pom.xml")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
