package io.dflockd.cluster.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node has collected from its clients and has not seen applied yet, in order.
 *
 * <p>Records are written into the last sub-batch. A sub-batch gets its number when it is taken out for the first time; from
 * then on nobody can know whether it will be applied, and it is given again, in order, until this node's own machine has
 * applied it. What has not been taken out was certainly never sent.
 *
 * <p>Used by one thread at a time.
 */
public final class Outbound {
    /** Hears of requests that were never sent. */
    public interface Refused {
        /** Whether its client may be told, so that the frame is to go; otherwise it stays. */
        boolean mayRefuse(long handle, boolean tagged);

        /** This frame is gone; its client can be told that nothing was done. */
        void request(long handle, boolean tagged, byte[] bytes, int from, int to);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sent(long sequence, byte[] part) {}

    private final String node;
    private final Deque<SubBatch> unsent = new ArrayDeque<>();
    private final Deque<Sent> sent = new ArrayDeque<>(); // and not seen applied
    private long sentBytes;
    private long epoch; // zero between two lives
    private long lastSequence;
    private long givenUpTo; // the last that need not be given again

    /** For the node of that name, which has no life yet. */
    public Outbound(String node) {
        this.node = node;
    }

    /** The node has a new life: whatever belonged to the one before is void. */
    public void begin(long newEpoch) {
        unsent.clear();
        sent.clear();
        sentBytes = 0;
        epoch = newEpoch;
        lastSequence = 0;
        givenUpTo = 0;
    }

    /** The life of the node is over. Until the next begins, nothing is collected. */
    public void end() {
        begin(0);
    }

    /** A connection from that address has something to ask for the first time. */
    public void open(long handle, String address) {
        room(address.length()).open(handle, address);
    }

    /** One whole frame, three lines, as the client has sent it; the bytes are copied. */
    public void request(long handle, boolean tagged, byte[] from, int start, int end) {
        room(end - start).request(handle, tagged, from, start, end);
    }

    /** The connection is over. */
    public void close(long handle) {
        about(RecordType.CLOSE, handle);
    }

    /** The client will ask for nothing more, and so waits for nothing any more. */
    public void withdraw(long handle) {
        about(RecordType.WITHDRAW, handle);
    }

    /** The client does not read what it is sent. */
    public void mute(long handle) {
        about(RecordType.MUTE, handle);
    }

    /** It reads again. */
    public void unmute(long handle) {
        about(RecordType.UNMUTE, handle);
    }

    /** This node is about to stop: its sessions wait for nothing and are granted nothing any more. */
    public void dismiss() {
        if (epoch != 0) {
            room(0).dismiss();
        }
    }

    private void about(RecordType type, long handle) {
        room(0).about(type, handle);
    }

    /** The sub-batch for a record with so many bytes of its own. */
    private SubBatch room(int length) {
        if (epoch == 0) {
            throw new IllegalStateException("node " + node + " has no life, and hosts nobody");
        }
        SubBatch last = unsent.peekLast();
        if (last == null || (!last.isEmpty() && last.length() + length > Part.MOST_BYTES - SubBatch.OVERHEAD)) {
            last = new SubBatch(node);
            unsent.addLast(last);
        }
        return last;
    }

    /** Whether {@link #next} has something to give. */
    public boolean hasNext() {
        return givenUpTo < lastSequence || !unsent.isEmpty();
    }

    /** How many sub-batches have been given and were not seen applied. */
    public int underWay() {
        return sent.size();
    }

    /** How many bytes have been collected and were not seen applied. */
    public long bytes() {
        return sentBytes + unsent.stream().mapToLong(SubBatch::length).sum();
    }

    /** The next sub-batch to be sent: first what has to be given again, then what was collected meanwhile. */
    public byte @Nullable [] next() {
        for (Sent each : sent) {
            if (each.sequence > givenUpTo) {
                givenUpTo = each.sequence;
                return each.part;
            }
        }
        SubBatch batch = unsent.pollFirst();
        return batch == null ? null : seal(batch);
    }

    private byte[] seal(SubBatch batch) {
        byte[] part = batch.seal(epoch, ++lastSequence);
        sent.addLast(new Sent(lastSequence, part));
        sentBytes += part.length;
        givenUpTo = lastSequence;
        return part;
    }

    /** Nobody knows what became of what was sent: all of it is given again. */
    public void giveAgain() {
        givenUpTo = lastSequence - sent.size();
    }

    /** This node's own machine has applied the sub-batch. */
    public void applied(long sequence) {
        while (!sent.isEmpty() && sent.getFirst().sequence <= sequence) {
            sentBytes -= sent.removeFirst().part.length;
        }
        givenUpTo = Math.max(givenUpTo, Math.min(sequence, lastSequence));
    }

    /** How many requests of each client have been collected and were certainly never sent. */
    public Map<Long, Integer> unsentRequests() {
        Map<Long, Integer> counts = new HashMap<>();
        for (SubBatch batch : unsent) {
            ByteInput records = batch.records();
            while (!records.isAtEnd()) {
                HostRecord record = HostRecord.readFrom(records);
                if (record.type() == RecordType.REQUEST) {
                    counts.merge(record.handle(), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /** Takes out requests that were certainly never sent and may be refused; what else was collected stays, in order. */
    public void refuseUnsent(Refused refused) {
        Deque<SubBatch> before = new ArrayDeque<>(unsent);
        unsent.clear();
        for (SubBatch batch : before) {
            ByteInput records = batch.records();
            while (!records.isAtEnd()) {
                keepOrRefuse(HostRecord.readFrom(records), refused);
            }
        }
    }

    private void keepOrRefuse(HostRecord record, Refused refused) {
        switch (record.type()) {
            case REQUEST -> {
                ByteInput lines = record.text();
                if (refused.mayRefuse(record.handle(), record.tagged())) {
                    refused.request(record.handle(), record.tagged(), lines.memory(), lines.position(), lines.end());
                } else {
                    request(record.handle(), record.tagged(), lines.memory(), lines.position(), lines.end());
                }
            }
            case OPEN -> open(record.handle(), record.text().readRest());
            case DISMISS -> dismiss();
            default -> about(record.type(), record.handle());
        }
    }
}
