package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Rejected;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.server.ServerSession;
import io.dflockd.testkit.Pitfall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who hears {@code error_not_leader}: only of what was certainly not done, and never in the place of another answer. */
@Pitfall("HA-10")
final class RefusalTest {
    private final Clients clients = new Clients("a", () -> {}, settings -> {});
    private final Told session = new Told();
    private final Client client = new Client(session, "10.0.0.1:5000");

    private static final class Told extends ServerSession {
        final List<String> replies = new ArrayList<>();

        Told() {
            super(1);
        }

        @Override
        public void reply(long tag, Reply reply) {
            replies.add((tag == Request.NO_TAG ? "" : tag + " ") + reply.line());
        }

        @Override
        public void reject(long tag, Command command, Rejected why) {
            reply(tag, why.status().reply());
        }

        @Override
        public void park() {}

        @Override
        public void wake(long tag, Reply reply) {
            reply(tag, reply);
        }

        @Override
        public void push(Push push) {}

        @Override
        public void fault(long tag, Command command, RuntimeException bug) {
            throw bug;
        }

        @Override
        public void abandon(String why) {}
    }

    @BeforeEach
    void begin() {
        clients.add(client);
        clients.began(1);
    }

    private void ask(String lines, boolean tagged) throws ProtocolException {
        FrameReader reader = new FrameReader();
        reader.setTagged(tagged);
        byte[] bytes = lines.getBytes(StandardCharsets.US_ASCII);
        reader.feed(bytes, 0, bytes.length);
        assertThat(reader.next()).isEqualTo(FrameReader.Step.FRAME);
        Request request = new Request();
        request.read(reader, tagged);
        assertThat(clients.request(client, request)).isEqualTo(Clients.Collected.YES);
    }

    @Test
    void whatWasNeverSentIsRefusedInOrder() throws ProtocolException {
        ask("incr\nc\n1\n", false);
        ask("kset\nk\nv\n", false);

        clients.refuseUnsent();

        assertThat(session.replies).containsExactly("error_not_leader", "error_not_leader");
    }

    @Test
    void aRequestThatWasSentIsNotRefusedInPlaceOfALaterOne() throws ProtocolException {
        ask("incr\nc\n1\n", false);
        assertThat(clients.next()).isNotNull();
        ask("kset\nk\nv\n", false);

        clients.refuseUnsent();

        assertThat(session.replies)
                .as("nobody knows yet what became of the first")
                .isEmpty();
        assertThat(clients.hasNext()).as("the second is still to be sent").isTrue();
    }

    @Test
    void withTagsEveryoneKnowsWhichOneIsRefused() throws ProtocolException {
        ask("1 incr\nc\n1\n", true);
        assertThat(clients.next()).isNotNull();
        ask("2 kset\nk\nv\n", true);

        clients.refuseUnsent();

        assertThat(session.replies).containsExactly("2 error_not_leader");
    }
}
