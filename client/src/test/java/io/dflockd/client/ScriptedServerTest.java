package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.ScriptedServer.Frame;
import io.dflockd.testkit.WireClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ScriptedServerTest {
    private final ScriptedServer server = ScriptedServer.classic();
    private final WireClient alice = WireClient.connect("127.0.0.1", server.port());

    @AfterEach
    void closeAll() {
        alice.close();
        server.close();
    }

    private void agreeToTags() {
        server.on("tag", "ok");
        assertThat(alice.ask("tag", "_", "on")).isEqualTo("ok");
    }

    @Test
    void answersAnErrorToWhatItHasNoScriptFor() {
        assertThat(alice.ask("tag", "_", "on")).isEqualTo("error");
        assertThat(alice.ask("l", "k", "5")).isEqualTo("error");
    }

    @Test
    void answersWhatItWasTold() {
        server.on("get", "ok 7");

        assertThat(alice.ask("get", "k", "_")).isEqualTo("ok 7");
        assertThat(alice.ask("get", "k", "_")).isEqualTo("ok 7");
    }

    @Test
    void answersForOnceBeforeItAnswersAsUsual() {
        server.on("l", "ok t 33");
        server.once("l", "timeout");
        server.once("l", "error_max_waiters");

        assertThat(alice.ask("l", "k", "5")).isEqualTo("timeout");
        assertThat(alice.ask("l", "k", "5")).isEqualTo("error_max_waiters");
        assertThat(alice.ask("l", "k", "5")).isEqualTo("ok t 33");
    }

    @Test
    void aScriptSeesTheWholeRequest() {
        server.otherwise(frame -> frame.answer("ok " + frame.command() + frame.key() + frame.argument()));

        assertThat(alice.ask("kset", "köln", "a b")).isEqualTo("ok ksetkölna b");
    }

    @Test
    void putsTheTagBeforeTheAnswerOnceItHasAgreedToTags() {
        agreeToTags();
        server.on("ping", "ok");

        assertThat(alice.ask("17 ping", "_", "_")).isEqualTo("17 ok");
        assertThat(server.frames("ping")).extracting(Frame::tag).containsExactly("17");
    }

    @Test
    void tagsHoldForTheRequestThatFollowsInTheSameBytes() {
        server.on("tag", "ok");
        server.on("ping", "ok");

        alice.sendRaw("tag\n_\non\n1 ping\n_\n_\n");

        assertThat(alice.readLine()).isEqualTo("ok");
        assertThat(alice.readLine()).isEqualTo("1 ok");
    }

    @Test
    void aRequestWithoutATagIsAnErrorOfTagZero() {
        agreeToTags();

        assertThat(alice.ask("ping", "_", "_")).isEqualTo("0 error");
    }

    @Test
    void answersLateAndInAnyOrder() {
        agreeToTags();
        server.ignore("l");
        alice.send("1 l", "a", "5");
        alice.send("2 l", "b", "5");

        server.awaitFrame(frame -> frame.key().equals("b")).answer("ok tb 33");
        server.awaitFrame(frame -> frame.key().equals("a")).answer("timeout");

        assertThat(alice.readLine()).isEqualTo("2 ok tb 33");
        assertThat(alice.readLine()).isEqualTo("1 timeout");
    }

    @Test
    void pushesALineToEveryConnection() {
        try (WireClient bob = WireClient.connect("127.0.0.1", server.port())) {
            server.awaitConnections(2);

            server.push("sig news hello");

            assertThat(alice.readLine()).isEqualTo("sig news hello");
            assertThat(bob.readLine()).isEqualTo("sig news hello");
        }
    }

    @Test
    void sendsGarbageAndCloses() {
        server.otherwise(frame -> {
            frame.connection().sendRaw("\u0000 half a li");
            frame.connection().sendRaw("ne\n");
            frame.connection().close();
        });

        assertThat(alice.ask("ping", "_", "_")).isEqualTo("\u0000 half a line");
        alice.expectEof();
    }

    @Test
    void keepsRequestsInTheOrderOfArrivalOverAllConnections() {
        try (WireClient bob = WireClient.connect("127.0.0.1", server.port())) {
            alice.ask("a", "k", "1");
            bob.ask("b", "k", "2");
            alice.ask("c", "k", "3");
        }

        assertThat(server.frames()).extracting(Frame::command).containsExactly("a", "b", "c");
        assertThat(server.frames("a").get(0).connection())
                .isSameAs(server.frames("c").get(0).connection())
                .isNotSameAs(server.frames("b").get(0).connection());
    }

    @Test
    void waitsForSeveralRequests() {
        alice.sendRaw("r\nk\n1\n".repeat(3));

        assertThat(server.awaitFrames(3, "r")).hasSize(3);
    }

    @Test
    void noticesThatAClientHasGone() {
        server.awaitConnections(1);

        alice.close();

        eventually().until(() -> server.connection(0).isEnded());
    }

    @Test
    void aScriptThatFailsFailsItsTest() {
        ScriptedServer failing = ScriptedServer.tagged();
        failing.on("ping", frame -> {
            frame.answer("ok");
            throw new IllegalStateException("as written");
        });
        try (WireClient client = WireClient.connect("127.0.0.1", failing.port())) {
            client.send("ping", "_", "_");
            client.readLine();
            client.halfClose();
            client.expectEof();
        }

        assertThatThrownBy(failing::close).isInstanceOf(AssertionError.class).hasRootCauseMessage("as written");
    }
}
