package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Status;
import io.dflockd.testkit.SnippetCompiler;
import io.dflockd.testkit.Snippets;
import io.dflockd.testkit.Snippets.Snippet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples in the client's documentation compile, against the client alone. */
final class JavadocSnippetsTest {
    /** What examples take for granted: a name that a new one needs is one more line here. */
    private static final String NAMES = """
            import io.dflockd.client.*;
            import io.dflockd.client.exceptions.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.CompletableFuture;
            import javax.net.ssl.SSLContext;

            interface Ledger {
                void write(Object order, long fence);
            }

            interface Report {}

            Dflockd dflockd;
            Grant grant;
            Ledger ledger;
            Object order;
            Object page;
            Object document;
            Map<String, String> cache;
            BlockingQueue<Object> queue;

            abstract void fetch(Object page);
            abstract void handle(Object signal);
            abstract Object longWork();
            abstract void notifyOthers();
            abstract void print(Object document);
            abstract void refresh(String channel);
            abstract void reload(Object change);
            abstract void schedule(Object leadership);
            abstract void schedule(Object job, long fence);
            abstract void serve();
            abstract void step();
            abstract void stopEverything();
            abstract CompletableFuture<Report> workAsync(Grant grant);
            """;

    static List<Snippet> snippets() throws IOException {
        return Snippets.of("client");
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compiles(Snippet snippet, @TempDir Path output) {
        SnippetCompiler compiler = new SnippetCompiler(output, NAMES, Dflockd.class, Status.class);

        assertThat(compiler.errorsIn(snippet.code())).as("%s", snippet).isEmpty();
    }

    @Test
    void theExamplesOfEveryPublicPartAreFound() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::file)
                .contains("Dflockd.java", "DflockdOptions.java", "Grant.java", "Lock.java", "Semaphore.java");
    }
}
