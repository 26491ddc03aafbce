package io.dflockd.client.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.Dflockd;
import io.dflockd.protocol.Status;
import io.dflockd.testkit.SnippetCompiler;
import io.dflockd.testkit.Snippets;
import io.dflockd.testkit.Snippets.Snippet;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in the documentation compiles, against what its reader has. */
final class JavadocSnippetsTest {
    private static final String NAMES = """
            import io.dflockd.client.*;
            import io.dflockd.client.micrometer.*;
            import io.micrometer.core.instrument.MeterRegistry;

            MeterRegistry registry;
            """;

    @Test
    void compiles(@TempDir Path output) throws IOException {
        List<Snippet> snippets = Snippets.of("client-micrometer");
        SnippetCompiler compiler = new SnippetCompiler(
                output, NAMES, MicrometerMetrics.class, Dflockd.class, Status.class, MeterRegistry.class);

        assertThat(snippets).extracting(Snippet::file).contains("MicrometerMetrics.java");
        assertThat(snippets)
                .allSatisfy(each -> assertThat(compiler.errorsIn(each.code()))
                        .as("%s", each)
                        .isEmpty());
    }
}
