package io.dflockd.testkit;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles examples against chosen libraries alone, each as the body of a method among the names that examples use. */
public final class SnippetCompiler {
    private final Path output;
    private final String names;
    private final String classPath;

    /**
     * A compiler that leaves what it has compiled in a folder.
     *
     * @param names what examples take for granted: imports, and the members of an abstract class
     * @param libraries a class of each library that they may use
     */
    public SnippetCompiler(Path output, String names, Class<?>... libraries) {
        this.output = output;
        this.names = names;
        this.classPath = Stream.of(libraries)
                .map(each -> Project.locationOf(each).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What the compiler says against it; nothing if it compiles. An example may have imports of its own. */
    public List<String> errorsIn(String code) {
        return compile(imports(names)
                + imports(code)
                + "abstract class Example {\n"
                + rest(names)
                + "void example() throws Exception {\n"
                + rest(code)
                + "}}\n");
    }

    private static String imports(String code) {
        return lines(code, SnippetCompiler::isImport);
    }

    private static String rest(String code) {
        return lines(code, line -> !isImport(line));
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private static String lines(String code, Predicate<String> wanted) {
        return code.lines().filter(wanted).map(line -> line + "\n").collect(Collectors.joining());
    }

    private List<String> compile(String source) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options =
                List.of("--release", "17", "-proc:none", "-d", output.toString(), "-classpath", classPath);
        ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, List.of(new Source(source)))
                .call();
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> inWords(each, source))
                .toList();
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
