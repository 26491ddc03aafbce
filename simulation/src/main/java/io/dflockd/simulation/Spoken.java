package io.dflockd.simulation;

import io.dflockd.cluster.machine.ClusterSettings;
import io.dflockd.cluster.machine.HostedSession;
import io.dflockd.cluster.machine.MachineListener;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import io.dflockd.protocol.Request;
import io.dflockd.simulation.model.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a replicated machine says: lines for clients, and news of nodes. */
final class Spoken implements MachineListener {
    private final ToLongFunction<HostedSession> clients;
    private final List<Answer> answers = new ArrayList<>();
    private final List<String> news = new ArrayList<>();

    Spoken(ToLongFunction<HostedSession> clients) {
        this.clients = clients;
    }

    List<Answer> takeAnswers() {
        List<Answer> taken = List.copyOf(answers);
        answers.clear();
        return taken;
    }

    List<String> takeNews() {
        List<String> taken = List.copyOf(news);
        news.clear();
        return taken;
    }

    static String line(long tag, Reply reply) {
        String line = bytes(reply.line());
        return tag == Request.NO_TAG ? line : tag + " " + line;
    }

    /** The line as a string of bytes, like those of a frame. */
    static String bytes(String line) {
        return new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void reply(HostedSession to, long tag, Reply reply) {
        answers.add(new Answer(clients.applyAsLong(to), line(tag, reply)));
    }

    @Override
    public void wake(HostedSession to, long tag, Reply reply) {
        reply(to, tag, reply);
    }

    @Override
    public void push(HostedSession to, Push push) {
        answers.add(new Answer(clients.applyAsLong(to), bytes(push.line())));
    }

    @Override
    public void parked(HostedSession of, long tag) {}

    @Override
    public void fault(HostedSession of, long tag, Command command, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug) {
        throw bug;
    }

    @Override
    public void ended(HostedSession session) {}

    @Override
    public void applied(String node, long epoch, long sequence) {
        news.add(node + " applied " + epoch + "." + sequence);
    }

    @Override
    public void began(String node, long nonce, long epoch) {
        news.add(node + " began " + epoch);
    }

    @Override
    public void refused(String node, long nonce) {
        news.add(node + " refused " + nonce);
    }

    @Override
    public void gone(String node, long epoch) {
        news.add(node + " gone " + epoch);
    }

    @Override
    public void settled(ClusterSettings settings) {
        news.add("settled");
    }
}
