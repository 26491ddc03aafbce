package io.dflockd.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The examples in the documentation of a module: in its sources, and in its README if there is one. */
public final class Snippets {
    private static final Pattern IN_JAVADOC =
            Pattern.compile("<pre>\\{@code\\n(.*?)\\n\\h*\\*? ?\\}</pre>", Pattern.DOTALL);
    private static final Pattern IN_MARKDOWN = Pattern.compile("(?m)^```java\\n(.*?)\\n```$", Pattern.DOTALL);
    private static final Pattern MARGIN = Pattern.compile("(?m)^\\h*\\* ?");

    /** One example, with the file it stands in and the number of its first line there. */
    public record Snippet(String file, int line, String code) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    private Snippets() {}

    /** Those of the module in this folder of the project. */
    public static List<Snippet> of(String folder) throws IOException {
        Path module = Project.root().resolve(folder);
        List<Snippet> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                found.addAll(inJavadoc(file.getFileName().toString(), Files.readString(file)));
            }
        }
        Path readme = module.resolve("README.md");
        if (Files.exists(readme)) {
            found.addAll(inMarkdown("README.md", Files.readString(readme)));
        }
        return found;
    }

    static List<Snippet> inJavadoc(String file, String source) {
        return find(IN_JAVADOC, file, source).stream()
                .map(each -> new Snippet(
                        each.file, each.line, MARGIN.matcher(each.code).replaceAll("")))
                .toList();
    }

    static List<Snippet> inMarkdown(String file, String text) {
        return find(IN_MARKDOWN, file, text);
    }

    private static List<Snippet> find(Pattern pattern, String file, String text) {
        Matcher matcher = pattern.matcher(text);
        List<Snippet> found = new ArrayList<>();
        while (matcher.find()) {
            int line = 1 + (int) text.substring(0, matcher.start(1)).lines().count();
            found.add(new Snippet(file, line, matcher.group(1)));
        }
        return found;
    }
}
