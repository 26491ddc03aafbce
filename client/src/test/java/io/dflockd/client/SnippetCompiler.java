package io.dflockd.client;

import io.dflockd.protocol.Status;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles examples against the client alone, each as the body of a method among the names that examples use. */
final class SnippetCompiler {
    /** What examples take for granted: a name that a new one needs is one more line here. */
    private static final String PRELUDE = """
            import io.dflockd.client.*;
            import io.dflockd.client.exceptions.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.CompletableFuture;
            import javax.net.ssl.SSLContext;

            abstract class Example {
                interface Ledger {
                    void write(Object order, long fence);
                }

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
                abstract void work(Grant grant);

                void example() throws Exception {
            """;

    private static final String END = "\n}}\n";

    private final Path output;

    /** The compiled examples are left in this folder. */
    SnippetCompiler(Path output) {
        this.output = output;
    }

    /** What the compiler says against it; nothing if it compiles. An example may begin with imports. */
    List<String> errorsIn(String code) {
        String imports = code.lines().filter(SnippetCompiler::isImport).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        return compile(imports + "\n" + PRELUDE + body + END);
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private List<String> compile(String source) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options =
                List.of("--release", "17", "-proc:none", "-d", output.toString(), "-classpath", classPath());
        ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, List.of(new Source(source)))
                .call();
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> inWords(each, source))
                .toList();
    }

    private static String classPath() {
        return MainClasses.locationOf(Dflockd.class) + File.pathSeparator + MainClasses.locationOf(Status.class);
    }

    private static String inWords(Diagnostic<?> error, String source) {
        String line = source.lines().skip(error.getLineNumber() - 1).findFirst().orElse("");
        return error.getMessage(Locale.ENGLISH) + "\n    in: " + line.strip();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Example.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
