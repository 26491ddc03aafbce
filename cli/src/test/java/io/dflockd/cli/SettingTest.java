package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SettingTest {
    @ParameterizedTest
    @EnumSource
    void isWrittenDownInTheProtocol(Setting setting) throws IOException {
        String row = rowOf(setting);

        assertThat(row).contains(setting.variables());
        assertThat(row).containsPattern("\\| `?" + defaultOf(setting) + "`? ");
    }

    private static String rowOf(Setting setting) throws IOException {
        Path protocol = Path.of(System.getProperty("dflockd.root"), "PROTOCOL.md");
        return Files.readAllLines(protocol).stream()
                .filter(line -> line.startsWith("| `--") && line.contains("`" + setting.flag() + "`"))
                .filter(line -> line.contains("DFLOCKD_"))
                .findFirst()
                .orElse("");
    }

    private static String defaultOf(Setting setting) {
        return setting.defaultText().isEmpty() ? "none" : setting.defaultText();
    }
}
