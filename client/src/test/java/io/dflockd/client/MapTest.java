package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code package-info} of a package is its map: every file of the package is on it, and nothing else. */
final class MapTest {
    private static final Pattern NAME = Pattern.compile("\\{@(?:code|link) (?:[a-z.]+\\.)?([A-Z]\\w+)}");

    @ParameterizedTest
    @ValueSource(strings = {"", "callbacks", "exceptions", "transport", "wire"})
    void ofThePackagesOfTheClient(String name) throws IOException {
        assertComplete(Project.root().resolve("client/src/main/java/io/dflockd/client/" + name));
    }

    @Test
    void ofTheTests() throws IOException {
        assertComplete(Project.root().resolve("client/src/test/java/io/dflockd/client"));
    }

    private static void assertComplete(Path folder) throws IOException {
        assertThat(onTheMap(folder)).containsExactlyInAnyOrderElementsOf(filesIn(folder));
    }

    private static Set<String> onTheMap(Path folder) throws IOException {
        return NAME.matcher(Files.readString(folder.resolve("package-info.java")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
