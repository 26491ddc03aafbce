package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ProtocolViolationException;
import io.dflockd.client.transport.Connection;
import io.dflockd.client.transport.ConnectionSettings;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.client.transport.Exchange;
import io.dflockd.client.transport.Transport;
import io.dflockd.client.wire.Frames;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection to a server that knows no tags carries one request after the other. */
final class UntaggedConnectionTest {
    private final TestServer server = TestServer.start();
    private final ClassicServer classic = new ClassicServer(server.port());
    private final Transport transport = new Transport("dflockd-test");
    private final Queue<String> pushes = new ConcurrentLinkedQueue<>();
    private final Connection connection = Worker.start(
                    transport.connect(Endpoint.parse(classic.address()), ConnectionSettings.DEFAULT, pushes::add)::join)
            .result();

    @AfterEach
    void closeAll() {
        connection.close();
        transport.close();
        classic.close();
        server.close();
    }

    private static String answer(Exchange exchange) {
        return Worker.start(exchange::join).result();
    }

    @Test
    void everyRequestGetsItsOwnAnswer() {
        assertThat(connection.isTagged()).isFalse();

        List<Exchange> sent = IntStream.range(0, 50)
                .mapToObj(i -> connection.send(Frames.increment("visits", 1)))
                .toList();

        for (int i = 0; i < sent.size(); i++) {
            assertThat(answer(sent.get(i))).isEqualTo("ok " + (i + 1));
        }
    }

    @Test
    void pushesComeBetweenAnswers() {
        assertThat(answer(connection.send(Frames.listen("news", null)))).isEqualTo("ok");

        Exchange signal = connection.send(Frames.signal("news", "ok 7"));
        Exchange counter = connection.send(Frames.increment("visits", 7));

        assertThat(answer(signal)).isEqualTo("ok 1");
        assertThat(answer(counter)).isEqualTo("ok 7");
        eventually().untilAsserted(() -> assertThat(pushes).containsExactly("sig news ok 7"));
    }

    @Test
    void aRequestThatWasNotSentYetCanBeTakenBack() {
        Exchange waiting = connection.send(Frames.takeFirst("jobs", Duration.ofMinutes(1)));
        Exchange behind = connection.send(Frames.increment("visits", 1));
        server.awaitWaiters(1);

        behind.withdraw();

        assertThat(answer(behind)).isEqualTo("timeout");
        assertThat(connection.isOpen()).isTrue();
        assertThat(waiting).isNotDone();
    }

    @Test
    void aRequestThatWasSentIsTakenBackByClosing() {
        Exchange waiting = connection.send(Frames.takeFirst("jobs", Duration.ofMinutes(1)));
        server.awaitWaiters(1);

        waiting.withdraw();

        assertThat(waiting.join()).isEqualTo("timeout");
        eventually().until(() -> !connection.isOpen());
        server.awaitQuiet();
    }

    /** At once, and not when the thread of the connection comes to end it. */
    @Test
    void whoeverFindsNonsenseInAnAnswerFindsTheConnectionClosed() {
        for (int i = 0; i < 100; i++) {
            Connection nonsensical = Worker.start(transport.connect(
                            Endpoint.parse(classic.address()), ConnectionSettings.DEFAULT, pushes::add)::join)
                    .result();
            Exchange exchange = nonsensical.send(Frames.ping());
            answer(exchange);

            assertThatThrownBy(() -> exchange.read(line -> {
                        throw new ProtocolViolationException("nonsense");
                    }))
                    .isInstanceOf(ProtocolViolationException.class);

            assertThat(nonsensical.isOpen()).isFalse();
        }
    }
}
