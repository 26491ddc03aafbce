package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.exceptions.AuthException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.exceptions.DrainingException;
import io.dflockd.client.exceptions.NotLeaderException;
import io.dflockd.client.transport.Endpoint;
import io.dflockd.testkit.Pitfall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NodesTest {
    private static final Endpoint A = Endpoint.parse("a:1");
    private static final Endpoint B = Endpoint.parse("b:2");
    private static final Endpoint C = Endpoint.parse("c:3");

    private final Tally tally = new Tally();
    private final HarmlessMetrics metrics = new HarmlessMetrics(tally);
    private final Nodes nodes = new Nodes(List.of(A, B, C));

    private static ConnectionException gone(String why) {
        return new ConnectionException(why);
    }

    private static NotLeaderException notLeader(@Nullable String leader) {
        return new NotLeaderException("no leader", leader);
    }

    @Test
    void takeTurnsInTheirOrder() {
        assertThat(nodes.present()).isEqualTo(A);
        nodes.fail(gone("1"));
        assertThat(nodes.present()).isEqualTo(B);
        nodes.fail(gone("2"));
        assertThat(nodes.present()).isEqualTo(C);
        assertThat(nodes.haveAllFailed()).isFalse();

        nodes.fail(gone("3"));

        assertThat(nodes.haveAllFailed()).isTrue();
        assertThat(nodes.present()).isEqualTo(A);
    }

    @Test
    void mayFailAgainInTheNextRound() {
        failAll();

        nodes.beginRound();

        assertThat(nodes.haveAllFailed()).isFalse();
        assertThat(nodes.present()).isEqualTo(A);
    }

    private void failAll() {
        for (int i = 0; i < nodes.count(); i++) {
            nodes.fail(gone(nodes.present() + " refused"));
        }
    }

    @Test
    @Pitfall("HA-22")
    void followAHintToOneOfThem() {
        nodes.fail(notLeader("C:3"));

        assertThat(nodes.present()).isEqualTo(C);
    }

    @Test
    @Pitfall("HA-22")
    void followNoHintToAForeignHost() {
        nodes.fail(notLeader("evil:3"));

        assertThat(nodes.present()).isEqualTo(B);
    }

    @Test
    @Pitfall("HA-22")
    void areNotSentInCircles() {
        nodes.fail(notLeader("b:2"));
        nodes.fail(notLeader("a:1")); // which has said that it is not

        assertThat(nodes.present()).isEqualTo(C);
        nodes.fail(notLeader("c:3")); // itself
        assertThat(nodes.haveAllFailed()).isTrue();
    }

    @Test
    void tellOfAMoveOnceWithTheReasonForWhichTheFirstWasLeft() {
        nodes.arrived(metrics);
        nodes.fail(notLeader(null));
        nodes.fail(gone("connection refused"));
        nodes.arrived(metrics);
        nodes.arrived(metrics);

        assertThat(tally.moves()).containsExactly("a:1 -> c:3 NOT_LEADER");
    }

    @Test
    void tellOfEveryReason() {
        nodes.fail(gone("connection refused"));
        nodes.arrived(metrics);
        nodes.fail(new DrainingException("goes down"));
        nodes.arrived(metrics);

        assertThat(tally.moves()).containsExactly("a:1 -> b:2 NODE_GONE", "b:2 -> c:3 DRAINING");
    }

    @Test
    void tellOfNoMoveWhenTheLinkComesBackToTheSameOne() {
        failAll();
        nodes.beginRound();
        nodes.arrived(metrics);

        assertThat(tally.moves()).isEmpty();
    }

    @Test
    void tellWhatIsWrongWithEachUntilThereIsAConnection() {
        failAll();
        assertThat(nodes.troubles()).isEqualTo("a:1 refused; b:2 refused; c:3 refused");

        nodes.arrived(metrics);

        assertThat(nodes.troubles()).isEmpty();
    }

    @Test
    void areOfNoUseOnceAllHaveRefusedTheSecret() {
        nodes.fail(new AuthException("no"));
        nodes.fail(new AuthException("no"));
        assertThat(nodes.refuseTheSecret()).isFalse();

        nodes.fail(new AuthException("no"));

        assertThat(nodes.refuseTheSecret()).isTrue();
    }

    @Test
    void thatAreOnlyOneHaveFailedWithIt() {
        Nodes single = new Nodes(List.of(A));
        assertThat(single.areSeveral()).isFalse();

        single.fail(notLeader("b:2"));

        assertThat(single.haveAllFailed()).isTrue();
        assertThat(single.present()).isEqualTo(A);
        assertThat(single).hasToString("a:1");
        assertThat(nodes).hasToString("cluster a:1, b:2, c:3");
    }
}
