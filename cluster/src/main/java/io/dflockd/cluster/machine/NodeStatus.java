package io.dflockd.cluster.machine;

/**
 * What the machine knows of a node.
 *
 * @param epoch its present or last life, zero if it never had one
 * @param sequence the number of its sub-batch that was taken last
 * @param isPresent whether that life still lasts
 * @param isDismissed whether it is about to stop
 * @param version the highest version of entries that it knows
 * @param sessions how many sessions it hosts
 */
public record NodeStatus(
        String name, long epoch, long sequence, boolean isPresent, boolean isDismissed, int version, int sessions) {
    /** Of a node that nobody has heard of yet. */
    static NodeStatus unknown(String name) {
        return new NodeStatus(name, 0, 0, false, false, 0, 0);
    }
}
