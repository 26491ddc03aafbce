package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** After an answer that makes no sense a connection is not used again. */
@AnyNetty
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
                assertThat(dflockd.lock("orders").tryAcquire(Duration.ofMillis(400)))
                        .isEmpty();
            }
        }
    }

    @Test
    void anAnswerToASubscriptionThatBreaksTheProtocolEndsTheConnectionToo() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.on("listen", "ok junk");
            try (Dflockd dflockd = Dflockd.connect(server.address())) {
                assertThatThrownBy(() -> dflockd.signals().listen("orders", signal -> {}))
                        .isInstanceOf(DflockdException.class);

                eventually().until(() -> server.connection(0).isEnded());
            }
        }
    }

    @Test
    void aServerThatIsDrainingIsNotTakenForAnOldOne() {
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.on("tag", "error_draining");

            assertThatThrownBy(() -> Dflockd.connect(server.address())).isInstanceOf(DrainingException.class);
        }
    }

    @Test
    void aGrantThatIsLostBeforeItIsHandedOverIsAskedForAgain() {
        Duration lease = Duration.ofSeconds(30);
        try (ScriptedServer server = ScriptedServer.tagged()) {
            server.once(
                    "l",
                    late -> CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                            .execute(() -> late.answer("ok token-of-one 30")));
            server.on("l", "ok token-of-two 30");
            server.once("n", frame -> frame.connection().close());
            DflockdOptions options =
                    Clients.options(server.address()).renewalRatio(0.001).build();
            try (Dflockd dflockd = Dflockd.connect(options)) {
                Grant grant = dflockd.lock("orders").lease(lease).acquire(Duration.ofMinutes(1));

                assertThat(grant.token()).isEqualTo("token-of-two");
            }
        }
    }
}
