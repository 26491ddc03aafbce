package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ElectionTest extends BehindProxy {
    private final Heard heard = new Heard();
    private final Dflockd other = Clients.of(server.address());

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Test
    void electsOneAtATime() {
        Grant leader = client.election("e").lease(Duration.ofSeconds(20)).campaign(PATIENCE);
        assertThatThrownBy(() -> other.election("e").campaign(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
        CompletableFuture<Grant> next = other.election("e").campaignAsync(PATIENCE);
        server.awaitWaiters(1);
        long fence = leader.fence();

        assertThat(leader.release()).isTrue();

        Grant follower = next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(follower.fence()).isGreaterThan(fence);
        follower.close();
    }

    @Test
    void cancellingACampaignLeavesTheQueue() {
        try (Grant leader = other.election("e").campaign(PATIENCE)) {
            CompletableFuture<Grant> campaign = client.election("e").campaignAsync(PATIENCE);
            server.awaitWaiters(1);

            campaign.cancel(false);

            server.awaitWaiters(0);
            assertThat(leader.isHeld()).isTrue();
        }
    }

    @Test
    @Pitfall("EL-08")
    void tellsObserversWhoComesAndGoesAlsoOfTheirOwnClient() {
        client.election("e").observe(heard.anything());

        client.election("e").campaign(PATIENCE).close();
        heard.awaitExactly("ELECTED", "RESIGNED");
        Grant leader = client.election("e").campaign(PATIENCE);
        CompletableFuture<Grant> next = other.election("e").campaignAsync(PATIENCE);
        server.awaitWaiters(1);
        proxy.only(0).cutAll();

        next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        heard.awaitExactly("ELECTED", "RESIGNED", "ELECTED", "FAILOVER", "ELECTED");
        eventually().until(() -> !leader.isHeld());
    }

    @Test
    @Pitfall("EL-07")
    void tellsEveryNewObserverOnceThatSomebodyLeads() {
        Heard second = new Heard();
        Heard third = new Heard();
        Grant leader = other.election("e").campaign(PATIENCE);

        client.election("e").observe(heard.anything());
        heard.awaitExactly("ELECTED");
        Subscription late = client.election("e").observe(second.anything());
        second.awaitExactly("ELECTED");
        leader.close();
        heard.awaitExactly("ELECTED", "RESIGNED");
        second.awaitExactly("ELECTED", "RESIGNED");
        client.election("e").observe(third.anything());
        late.close();
        other.election("e").campaign(PATIENCE).close();

        third.awaitExactly("ELECTED", "RESIGNED");
        heard.awaitExactly("ELECTED", "RESIGNED", "ELECTED", "RESIGNED");
        second.awaitExactly("ELECTED", "RESIGNED");
    }

    @Test
    void beginsAnewAfterAGap() {
        Subscription observation =
                client.election("e").observe(heard.anything()).onGap(heard.anything());
        try (WireClient outside = server.wireClient()) {
            outside.ask("elect", "e", "0");
            heard.awaitExactly("ELECTED");

            proxy.cutAll();

            heard.awaitExactly("ELECTED", "CONNECTION_LOST", "ELECTED");
            assertThat(observation.isActive()).isTrue();
        }
        heard.awaitExactly("ELECTED", "CONNECTION_LOST", "ELECTED", "RESIGNED");
    }

    @Test
    void endsTheConnectionForObserversWithTheLastOfThem() {
        Subscription first = client.election("e").observe(heard.anything());
        Subscription second = client.election("*").observe(heard.anything());
        server.awaitConnections(3);

        first.close();
        second.close();

        server.awaitConnections(2);
        assertThat(server.census().observers()).isZero();
    }
}
