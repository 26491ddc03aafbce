package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** After an answer that makes no sense a connection is not used again. */
class NonsenseTest {
    @Test
    @Pitfall({"CL-04", "PP-11"})
    void anAnswerThatBreaksTheProtocolEndsTheConnection() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.once("get", "ok many");
            server.on("get", "ok 7");
            try (Dflockd dflockd = Dflockd.connect(server.address())) {
                assertThatThrownBy(() -> dflockd.counter("hits").get()).isInstanceOf(ProtocolViolationException.class);

                assertThat(dflockd.counter("hits").get()).isEqualTo(7);
                eventually().until(() -> server.connection(0).isEnded());
            }
        }
    }

    @Test
    void aFractionOfASecondIsAlsoKeptWithAServerThatKnowsNoTags() {
        try (ScriptedServer server = ScriptedServer.classic()) {
            server.ignore("l");
            try (Dflockd dflockd = Dflockd.connect(server.address())) {
                assertThat(dflockd.lock("orders").tryAcquire(Duration.ofMillis(50)))
                        .isEmpty();
            }
        }
    }
}
