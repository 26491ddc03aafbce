package io.dflockd.cluster.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void isWhatTheInnermostCauseSaysInOneLine() {
        assertThat(Reason.of(new IllegalStateException("outer", new IOException("no\n room"))))
                .isEqualTo("no room");
    }

    @Test
    void saysInWordsWhatOnlyANameWouldSay() {
        assertThat(Reason.of(new AccessDeniedException("/d"))).isEqualTo("/d: permission denied");
        assertThat(Reason.of(new NoSuchFileException("/d"))).isEqualTo("/d: no such file or directory");
    }
}
