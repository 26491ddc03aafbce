package io.dflockd.client.exceptions;

import io.dflockd.protocol.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cluster has no leader at the moment, or this member cannot reach it: nothing was done, and another may be asked. */
public final class NotLeaderException extends DflockdException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String address;

    /** The address is that of the leader, {@code host:port}, or null if it is not known. */
    public NotLeaderException(String message, @Nullable String address) {
        super(Status.ERROR_NOT_LEADER, message);
        this.address = address;
    }

    /** Where the leader listens, as {@code host:port}, if the member that answered knows it. */
    public Optional<String> address() {
        return Optional.ofNullable(address);
    }
}
