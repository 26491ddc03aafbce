package io.dflockd.cluster;

import io.dflockd.cluster.log.Leadership;
import io.dflockd.cluster.log.LogStatus;
import io.dflockd.cluster.machine.NodeStatus;
import io.dflockd.cluster.machine.Part;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * How the cluster looks from one node: what its log says, and what its state says of the nodes.
 *
 * @param differing the names of settings that this node was started with in vain, as others hold
 */
record ClusterStatus(LogStatus log, Map<String, NodeStatus> nodes, List<String> differing) {
    private static final String NULL = "null";

    static ClusterStatus of(LogStatus log, List<NodeStatus> nodes, List<String> differing) {
        Map<String, NodeStatus> byName = new TreeMap<>();
        nodes.forEach(node -> byName.put(node.name(), node));
        return new ClusterStatus(log, byName, differing);
    }

    /** The {@code cluster} object of section 2.16 of PROTOCOL.md. Names and addresses have nothing to be escaped. */
    String toJson() {
        Leadership leadership = log.leadership();
        return "{\"node\":" + quoted(log.node())
                + ",\"role\":" + quoted(role(leadership))
                + ",\"leader\":" + (leadership.leader() == null ? NULL : quoted(leadership.leader()))
                + ",\"term\":" + leadership.term()
                + ",\"commit\":" + log.committed()
                + ",\"applied\":" + log.applied()
                + ",\"lag\":" + behind(log.applied())
                + ",\"snapshot\":" + log.snapshot()
                + ",\"log_bytes\":" + log.logBytes()
                + ",\"version\":" + Part.VERSION
                + ",\"overruled\":"
                + differing.stream().map(ClusterStatus::quoted).collect(array())
                + ",\"nodes\":" + log.peers().stream().map(this::node).collect(array())
                + "}";
    }

    private String node(LogStatus.Peer peer) {
        NodeStatus status = nodes.get(peer.name());
        return "{\"node\":" + quoted(peer.name())
                + ",\"address\":" + quoted(peer.address())
                + ",\"role\":" + quoted(role(peer.name(), status != null && status.isPresent()))
                + ",\"commit\":" + peer.committed()
                + ",\"lag\":" + behind(peer.committed())
                + ",\"silent_s\":" + seconds(peer.silentMillis())
                + ",\"sessions\":" + (status == null ? 0 : status.sessions())
                + ",\"version\":" + (status == null ? 0 : status.version())
                + "}";
    }

    private static String role(Leadership leadership) {
        Leadership.Role role = leadership.isLeader() ? Leadership.Role.LEADER : leadership.role();
        return role.name().toLowerCase(Locale.ROOT);
    }

    private String role(String node, boolean isPresent) {
        if (node.equals(log.leadership().leader())) {
            return "leader";
        }
        return isPresent ? "follower" : "gone";
    }

    private long behind(long index) {
        return Math.max(0, log.committed() - index);
    }

    private static String seconds(OptionalLong millis) {
        return millis.isPresent() ? String.format(Locale.ROOT, "%.3f", millis.getAsLong() / 1e3) : NULL;
    }

    private static String quoted(String plain) {
        return '"' + plain + '"';
    }

    private static Collector<CharSequence, ?, String> array() {
        return Collectors.joining(",", "[", "]");
    }
}
