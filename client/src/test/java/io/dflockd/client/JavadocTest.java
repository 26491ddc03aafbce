package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application can use has a sentence about it. Parameters and results need none of their own. */
final class JavadocTest {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();

    @Test
    void isThereForEveryPublicMember(@TempDir Path output) throws IOException {
        List<String> options =
                List.of("-Xdoclint:missing/protected", "-Xmaxwarns", "10000", "-proc:none", "-d", output.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
            assertThat(compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources()))
                            .call())
                    .isTrue();
        }

        assertThat(found.getDiagnostics()).as("what doclint has to say").isNotEmpty();
        assertThat(found.getDiagnostics())
                .filteredOn(each -> each.getMessage(Locale.ROOT).equals("no comment"))
                .extracting(JavadocTest::place)
                .isEmpty();
    }

    /** On the class path of the tests, where a module would not find what it needs. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(Project.root().resolve("client/src/main/java"))) {
            return all.filter(each -> each.toString().endsWith(".java") && !each.endsWith("module-info.java"))
                    .toList();
        }
    }

    private static String place(Diagnostic<? extends JavaFileObject> diagnostic) {
        return diagnostic.getSource().getName() + ":" + diagnostic.getLineNumber();
    }
}
