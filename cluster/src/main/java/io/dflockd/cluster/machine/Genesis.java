package io.dflockd.cluster.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * What a cluster is from its first entry on.
 *
 * @param clusterId tells this cluster from every other
 * @param lastFence no fence up to this one is drawn
 * @param members the names of its first nodes
 */
public record Genesis(String clusterId, ClusterSettings settings, long lastFence, List<String> members) {
    void writeTo(ByteOutput out) {
        out.putShortText(clusterId);
        settings.writeTo(out);
        out.putLong(lastFence);
        out.putByte(members.size());
        members.forEach(out::putShortText);
    }

    static Genesis readFrom(ByteInput in) {
        String clusterId = in.readShortText();
        ClusterSettings settings = ClusterSettings.readFrom(in);
        long lastFence = in.readLong();
        int count = in.readByte();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(in.readShortText());
        }
        return new Genesis(clusterId, settings, lastFence, List.copyOf(members));
    }
}
