package io.dflockd.client;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.transport.Endpoint;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a link may connect to, and the one whose turn it is. A server that stands alone is the only one.
 *
 * <p>A node that failed is not tried again before the others had their turn: that is a round. A hint to the leader changes
 * nothing about that, and leads to no host that is not one of the nodes. On the transport's thread.
 */
final class Nodes {
    private final List<Endpoint> order;
    private final boolean[] failed; // in this round
    private final @Nullable Throwable[] troubles; // the latest of each, since there was a connection
    private int turn;
    private int home; // where the link was connected last; at first, where it wants to be
    private @Nullable MoveReason leftHome;

    /** They are tried in this order. */
    Nodes(List<Endpoint> order) {
        this.order = List.copyOf(order);
        this.failed = new boolean[order.size()];
        this.troubles = new Throwable[order.size()];
    }

    boolean areSeveral() {
        return order.size() > 1;
    }

    int count() {
        return order.size();
    }

    /** The one to connect to, or the one there is a connection to. */
    Endpoint present() {
        return order.get(turn);
    }

    /** The present one has failed, or cannot serve at the moment: it is the turn of another. */
    void fail(Throwable why) {
        failed[turn] = true;
        troubles[turn] = why;
        if (leftHome == null) {
            leftHome = MoveReason.of(why);
        }
        turn = hinted(why).orElseGet(this::next);
    }

    private Optional<Integer> hinted(Throwable why) {
        return why instanceof NotLeaderException elsewhere
                ? elsewhere.address().flatMap(this::member)
                : Optional.empty();
    }

    /** As they are written in the options; a name is not looked up. */
    private Optional<Integer> member(String address) {
        return untried()
                .filter(each -> order.get(each).toString().equalsIgnoreCase(address))
                .boxed()
                .findFirst();
    }

    private int next() {
        return untried().findFirst().orElse((turn + 1) % order.size());
    }

    /** Those that have not failed in this round, beginning behind the present one. */
    private IntStream untried() {
        return IntStream.range(1, order.size())
                .map(step -> (turn + step) % order.size())
                .filter(each -> !failed[each]);
    }

    /** Whether the round is over without success. */
    boolean haveAllFailed() {
        for (boolean each : failed) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** A new round: what failed in the last one may be tried again. */
    void beginRound() {
        Arrays.fill(failed, false);
    }

    /** There is a connection to the present one. */
    void arrived(HarmlessMetrics metrics) {
        if (turn != home) {
            MoveReason why = Objects.requireNonNull(leftHome, "why the link has moved");
            metrics.moved(order.get(home).toString(), present().toString(), why);
        }
        home = turn;
        leftHome = null;
        Arrays.fill(troubles, null);
    }

    /** Whether it is no use to go on: none of them takes the secret. */
    boolean refuseTheSecret() {
        return Arrays.stream(troubles).allMatch(AuthException.class::isInstance);
    }

    /** What went wrong with each since there was a connection, in words. */
    String troubles() {
        return Arrays.stream(troubles)
                .filter(Objects::nonNull)
                .map(trouble -> String.valueOf(trouble.getMessage()))
                .collect(Collectors.joining("; "));
    }

    @Override
    public String toString() {
        return areSeveral()
                ? order.stream().map(Endpoint::toString).collect(Collectors.joining(", ", "cluster ", ""))
                : order.get(0).toString();
    }
}
