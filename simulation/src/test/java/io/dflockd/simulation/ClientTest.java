package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.simulation.model.Frame;
import org.junit.jupiter.api.Test;

final class ClientTest {
    private final Client client = new Client(1);

    @Test
    void waitsForTheAnswerBeforeItAsksAgain() {
        client.ask(new Frame("l", "k", "9"), 0);
        assertThat(client.maySend()).isFalse();

        client.hear("timeout");

        assertThat(client.maySend()).isTrue();
    }

    @Test
    void refusesASecondAnswer() {
        client.ask(new Frame("ping", "_", ""), 0);
        client.hear("ok");

        assertThatThrownBy(() -> client.hear("ok")).isInstanceOf(Disagreement.class);
    }

    @Test
    void tellsTheRequestThatReusedATagFromTheOneThatHasIt() {
        client.ask(new Frame("tag", "_", "on"), 0);
        client.hear("ok");
        client.ask(new Frame("5 l", "k", "9"), 1);
        client.ask(new Frame("5 ping", "_", ""), 2);

        assertThat(client.hear("5 error").verb()).isEqualTo("ping");
        assertThat(client.hear("5 timeout").verb()).isEqualTo("l");
    }

    @Test
    void countsTheSecondPhaseFromTheArrivalOfTheFirst() {
        client.ask(new Frame("e", "k", ""), 3);
        client.hear("queued");
        client.ask(new Frame("w", "k", "9"), 8);

        assertThat(client.hear("ok token 33").arrival()).isEqualTo(3);
    }
}
