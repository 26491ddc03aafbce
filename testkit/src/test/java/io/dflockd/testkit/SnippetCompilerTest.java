package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnippetCompilerTest {
    private final SnippetCompiler compiler;

    SnippetCompilerTest(@TempDir Path output) {
        String names = "import java.util.*;\nList<String> orders;\nabstract void ship(String order);\n";
        compiler = new SnippetCompiler(output, names, Pitfall.class);
    }

    @Test
    void anExampleMayUseTheGivenNamesAndLibraries() {
        assertThat(compiler.errorsIn("orders.forEach(this::ship);\nio.dflockd.testkit.Pitfall none = null;"))
                .isEmpty();
    }

    @Test
    void anExampleMayNotUseWhatElseTheTestsHave() {
        assertThat(compiler.errorsIn("org.junit.jupiter.api.Test none = null;")).hasSize(1);
    }

    @Test
    void anErrorIsToldWithItsLine() {
        assertThat(compiler.errorsIn("orders.clear();\norders.steal();"))
                .singleElement()
                .asString()
                .contains("cannot find symbol", "steal", "in: orders.steal();");
    }

    @Test
    void importsAreUnderstood() {
        assertThat(compiler.errorsIn("import java.util.zip.CRC32;\n\nnew CRC32().reset();"))
                .isEmpty();
    }
}
