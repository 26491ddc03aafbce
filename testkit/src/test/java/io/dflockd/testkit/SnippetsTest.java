package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Snippets.Snippet;
import org.junit.jupiter.api.Test;

final class SnippetsTest {
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
}
