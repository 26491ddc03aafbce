package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.Snippets.Snippet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples in the client's documentation compile. */
final class JavadocSnippetsTest {
    @TempDir
    private Path output;

    static List<Snippet> snippets() throws IOException {
        return Snippets.all();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compiles(Snippet snippet) {
        assertThat(new SnippetCompiler(output).errorsIn(snippet.code()))
                .as("%s", snippet)
                .isEmpty();
    }

    @Test
    void theExamplesOfEveryPublicPartAreFound() throws IOException {
        assertThat(Snippets.all())
                .extracting(Snippet::file)
                .contains("Dflockd.java", "DflockdOptions.java", "Grant.java", "Lock.java", "Semaphore.java");
    }

    @Test
    void anExampleIsCutOutOfItsComment() {
        String source = "/**\n * Text.\n *\n * <pre>{@code\n * one();\n *     two();\n * }</pre>\n */\nclass A {}\n";

        assertThat(Snippets.inJavadoc("A.java", source))
                .containsExactly(new Snippet("A.java", 5, "one();\n    two();"));
    }

    @Test
    void anExampleIsCutOutOfMarkdown() {
        String text = "Text\n\n```java\none();\n\ntwo();\n```\n\n```\nnot Java\n```\n\n```java\nthree();\n```\n";

        assertThat(Snippets.inMarkdown("A.md", text))
                .containsExactly(new Snippet("A.md", 4, "one();\n\ntwo();"), new Snippet("A.md", 14, "three();"));
    }

    @Test
    void anErrorIsToldWithItsLine() {
        assertThat(new SnippetCompiler(output).errorsIn("dflockd.lock(\"orders\");\ndflockd.steal(\"orders\");"))
                .singleElement()
                .asString()
                .contains("cannot find symbol", "steal", "in: dflockd.steal(\"orders\");");
    }

    @Test
    void importsAreUnderstood() {
        assertThat(new SnippetCompiler(output).errorsIn("import java.util.zip.CRC32;\n\nnew CRC32().reset();"))
                .isEmpty();
    }
}
