package io.dflockd.cluster.machine;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.Push;
import io.dflockd.protocol.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes what a machine says, as lines: {@code a.1.7 < ok}, {@code a.1.7 parked}, {@code a.1 applied 3}. */
final class Told implements MachineListener {
    private final List<String> lines = new ArrayList<>();

    /** What was said since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    private static String name(HostedSession session) {
        return session.node() + "." + session.epoch() + "." + session.handle();
    }

    @Override
    public void reply(HostedSession to, long tag, Reply reply) {
        Lines line = new Lines().reply(tag, reply);
        lines.add(name(to) + " < " + new String(line.bytes(), 0, line.length() - 1, StandardCharsets.UTF_8));
    }

    @Override
    public void wake(HostedSession to, long tag, Reply reply) {
        reply(to, tag, reply);
    }

    @Override
    public void push(HostedSession to, Push push) {
        lines.add(name(to) + " < " + push.line());
    }

    @Override
    public void parked(HostedSession of, long tag) {
        lines.add(name(of) + " parked" + (tag < 0 ? "" : " " + tag));
    }

    @Override
    public void fault(HostedSession of, long tag, Command command, RuntimeException bug) {
        lines.add(name(of) + " fault in " + command);
    }

    @Override
    public void faultBeside(@Nullable HostedSession of, String what, RuntimeException bug) {
        lines.add((of == null ? "" : name(of) + " ") + "fault in " + what);
    }

    @Override
    public void ended(HostedSession session) {
        lines.add(name(session) + " ended");
    }

    @Override
    public void applied(String node, long epoch, long sequence) {
        lines.add(node + "." + epoch + " applied " + sequence);
    }

    @Override
    public void began(String node, long nonce, long epoch) {
        lines.add(node + "." + epoch + " began " + nonce);
    }

    @Override
    public void refused(String node, long nonce) {
        lines.add(node + " refused " + nonce);
    }

    @Override
    public void gone(String node, long epoch) {
        lines.add(node + "." + epoch + " gone");
    }

    @Override
    public void settled(ClusterSettings settings) {
        lines.add("settled");
    }
}
