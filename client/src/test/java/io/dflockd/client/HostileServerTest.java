package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static io.dflockd.client.Clients.options;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that does not keep to the protocol loses its connection, and nobody gets what was meant for another. */
@Pitfall("CL-04")
@AnyNetty
final class HostileServerTest {
    private final ScriptedServer server = ScriptedServer.tagged();
    private final Dflockd client = Dflockd.connect(
            options(server.address()).answerTimeout(Duration.ofSeconds(1)).build());

    @AfterEach
    void closeAll() {
        client.close();
        server.close();
    }

    /** Two requests stay without an answer on the first connection; on every other each gets its own. */
    private void assertFirstConnectionEndsAfter(Runnable fault) {
        server.on("l", frame -> {
            if (frame.connection() != server.connection(0)) {
                frame.answer("ok token-of-" + frame.key() + " 33");
            }
        });
        CompletableFuture<Grant> one = client.lock("one").acquireAsync(LONG);
        CompletableFuture<Grant> two = client.lock("two").acquireAsync(LONG);
        server.awaitFrames(2, "l");

        fault.run();

        eventually().until(() -> server.connection(0).isEnded());
        assertThat(Worker.start(one::join).result().token()).isEqualTo("token-of-one");
        assertThat(Worker.start(two::join).result().token()).isEqualTo("token-of-two");
    }

    private void assertEndsTheConnection(String bytes) {
        assertFirstConnectionEndsAfter(() -> server.connection(0).sendRaw(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "999 ok token 33\n",
                "0 error\n",
                "-1 ok token 33\n",
                "1234567890123456789 ok token 33\n",
                "error\n",
                "ok token 33\n",
                "\n",
                " ok\n",
                "HTTP/1.1 400 Bad Request\r\n\r\n",
                "\u0000\u0001\u0002\n",
            })
    void ofALineThatAnswersNothing(String line) {
        assertEndsTheConnection(line);
    }

    @Test
    void ofASecondAnswerToOneRequest() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("r", frame -> frame.connection().sendRaw((frame.tag() + " ok\n").repeat(2)));
            server.once("l", "ok token-of-three 33");
            assertThat(client.lock("three").acquire(LONG).release()).isTrue();
        });
    }

    @Test
    void ofALineWithoutEnd() {
        assertEndsTheConnection("x".repeat((1 << 24) + 1));
    }

    @Test
    void ofALineThatIsTooLongAndHasAnEnd() {
        assertEndsTheConnection("sig news " + "x".repeat(1 << 24) + "\n");
    }

    @Test
    void ofAnAnswerThatIsOverdue() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("l", "ok token-of-three 33");
            server.ignore("r");
            client.lock("three").acquire(LONG).releaseAsync();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ok", "ok token", "ok token 0", "ok token 33 x", "acquired token 33", "queued", "ok to\tken 33"})
    void ofAGrantThatMakesNoSense(String answer) {
        assertFirstConnectionEndsAfter(() -> {
            server.once("l", answer);
            assertThat(Worker.start(() -> client.lock("three").acquire(LONG)).failure())
                    .isInstanceOf(ProtocolViolationException.class);
        });
    }

    @Test
    void ofATicketThatMakesNoSense() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("e", "acquired");
            assertThat(Worker.start(() -> client.lock("three").enqueue()).failure())
                    .isInstanceOf(ProtocolViolationException.class);
        });
    }

    @Test
    void ofAGrantToATicketThatMakesNoSense() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("e", "queued");
            server.once("w", "ok 33");
            Ticket ticket = client.lock("three").enqueue();
            assertThat(Worker.start(() -> ticket.await(LONG)).failure()).isInstanceOf(ProtocolViolationException.class);
        });
    }

    @Test
    void ofARenewalThatMakesNoSense() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("l", "ok token 1");
            server.once("n", "ok for ever");
            Grant grant = client.lock("three").acquire(LONG);
            eventually().until(() -> !grant.isHeld());
        });
    }

    @Test
    void ofAReleaseThatMakesNoSense() {
        assertFirstConnectionEndsAfter(() -> {
            server.once("l", "ok token 33");
            server.once("r", "ok, thank you");
            assertThat(client.lock("three").acquire(LONG).release()).isFalse();
        });
    }

    @Test
    void butNotOfARefusalWithAWordThatIsNew() {
        server.once("l", "error_too_hot");
        server.once("l", "ok token 33");
        assertThat(Worker.start(() -> client.lock("one").acquire(LONG)).failure())
                .hasMessageContaining("error_too_hot");

        assertThat(client.lock("one").acquire(LONG).isHeld()).isTrue();
        assertThat(server.connections()).isOne();
    }
}
