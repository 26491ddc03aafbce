package io.dflockd.cli.cluster;

import io.dflockd.cli.wire.Target;
import io.dflockd.cli.wire.Unreachable;
import io.dflockd.cli.wire.WireConnection;
import io.dflockd.protocol.Command;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** What a node can be asked or told, with what is printed of its answer. */
public final class Errands {
    private static final String OK = "ok";
    private static final int LEADERLESS = 1;

    private final Target target;
    private final PrintStream out;

    public Errands(Target target, PrintStream out) {
        this.target = target;
        this.out = out;
    }

    /** Prints how the cluster is, as a table or as JSON, and returns the exit status: 1 without a leader. */
    public int status(boolean asJson) throws ClusterFailed {
        String json = statusJson(target);
        Status status = read(json);
        if (asJson) {
            out.println(json);
        } else {
            StatusTable.lines(status).forEach(out::println);
        }
        return status.leader() == null ? LEADERLESS : 0;
    }

    /** Hands leadership over. */
    public void transfer(String node) throws ClusterFailed {
        require(ask("transfer", node), "there is no node " + node + ", or it cannot take over");
        out.println("node " + node + " leads");
    }

    /** Changes a setting of the cluster. */
    public void set(String setting, String value) throws ClusterFailed {
        require(ask("set", setting + " " + value), "there is no setting " + setting + ", or it does not take " + value);
        out.println(setting + " is " + value + " on all nodes");
    }

    private String ask(String verb, String order) throws ClusterFailed {
        try (WireConnection connection = WireConnection.open(target)) {
            return connection.ask(Command.CLUSTER, verb, order);
        } catch (Unreachable gone) {
            throw failed(gone);
        }
    }

    private void require(String reply, String refusal) throws ClusterFailed {
        switch (reply) {
            case OK -> {}
            case "error_auth" ->
                throw new ClusterFailed(
                        target + " takes this only with --admin-token-file, or from its own machine if it"
                                + " asks for no token");
            case "error_not_leader" -> throw new ClusterFailed("nobody leads at the moment; try again");
            case "error" -> throw new ClusterFailed(refusal + " (or " + target + " is no node of a cluster)");
            default -> throw new ClusterFailed(target + " says: " + reply);
        }
    }

    /** The status of a node, or null while it cannot tell. */
    static @Nullable Status statusOf(String address) {
        try {
            return read(statusJson(Target.plain(address)));
        } catch (ClusterFailed notYet) {
            return null;
        }
    }

    private static String statusJson(Target target) throws ClusterFailed {
        try (WireConnection connection = WireConnection.open(target)) {
            String reply = connection.ask(Command.CLUSTER, "status", "");
            if (reply.startsWith(OK + " {")) {
                return reply.substring(OK.length() + 1);
            }
            throw new ClusterFailed(
                    switch (reply) {
                        case "error_auth" -> target + " asks for a token: give --auth-token-file or --admin-token-file";
                        case "error" -> target + " is no node of a cluster: it was started without --data-dir";
                        default -> target + " says: " + reply;
                    });
        } catch (Unreachable gone) {
            throw failed(gone);
        }
    }

    private static ClusterFailed failed(Unreachable gone) {
        return new ClusterFailed(String.valueOf(gone.getMessage()), gone);
    }

    private static Status read(String json) throws ClusterFailed {
        try {
            return Status.read(json);
        } catch (IllegalArgumentException | ClassCastException strange) {
            throw new ClusterFailed("the answer of the node cannot be read: " + json, strange);
        }
    }
}
