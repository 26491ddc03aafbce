package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.testkit.Pitfall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CandidacyTest extends BehindProxy {
    private final Heard heard = new Heard();
    private final Dflockd other = Clients.of(server.address());

    @AfterEach
    void closeOther() {
        other.close();
    }

    /** Work that lasts until it is interrupted, and tells of its begin and its end. */
    private LeadershipWork working(String name) {
        return leadership -> {
            heard.add(name + " leads");
            try {
                new CountDownLatch(1).await();
            } finally {
                heard.add(name + " stops");
            }
        };
    }

    private static void awaitEnd(Candidacy candidacy) {
        candidacy
                .ended()
                .toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Test
    void worksOnAThreadOfItsOwnWhileItLeads() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Leadership> given = new CompletableFuture<>();
        Candidacy candidacy = client.election("e").lease(Duration.ofSeconds(20)).run(leadership -> {
            thread.complete(Thread.currentThread());
            given.complete(leadership);
            new CountDownLatch(1).await();
        });

        Thread worker = thread.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(worker.isDaemon()).isTrue();
        assertThat(worker.getName()).isEqualTo("dflockd-candidate-e");
        Leadership leadership = given.join();
        assertThat(leadership.key()).isEqualTo("e");
        assertThat(leadership.isHeld()).isTrue();
        assertThat(leadership.fence()).isPositive();
        leadership.ensureHeld();
        assertThat(candidacy.isLeader()).isTrue();

        candidacy.close();
        assertThat(leadership.isHeld()).isFalse();
        assertThat(candidacy.isLeader()).isFalse();
    }

    @Test
    void handsOverWhenItIsClosed() {
        Candidacy first = client.election("e").run(working("first"));
        heard.awaitExactly("first leads");
        Candidacy second = other.election("e").run(working("second"));
        server.awaitWaiters(1);

        first.close();

        awaitEnd(first);
        heard.awaitExactly("first leads", "first stops", "second leads");
        assertThat(second.isLeader()).isTrue();
        second.close();
        second.close();
        server.awaitHolders(0);
    }

    @Test
    void resignsAndEndsWhenTheWorkIsDone() {
        Candidacy candidacy = client.election("e").run(leadership -> heard.add("done"));

        awaitEnd(candidacy);

        heard.awaitExactly("done");
        server.awaitHolders(0);
        assertThat(candidacy.isLeader()).isFalse();
    }

    @Test
    @Pitfall({"EL-06", "EL-10"})
    void interruptsTheWorkOnLossAndCampaignsAgain() {
        AtomicInteger losses = new AtomicInteger();
        Candidacy candidacy = client.election("e").run(leadership -> {
            leadership.onLost(reason -> losses.incrementAndGet());
            working("first").lead(leadership);
        });
        heard.awaitExactly("first leads");

        proxy.cutAll();

        heard.awaitExactly("first leads", "first stops", "first leads");
        eventually().untilAsserted(() -> assertThat(losses).hasValue(1));
        eventually().until(candidacy::isLeader);
        candidacy.close();
        heard.awaitExactly("first leads", "first stops", "first leads", "first stops");
        assertThat(losses).hasValue(1);
    }

    @Test
    void leavesTheLeadToTheNextWhenItIsLost() {
        Candidacy first = client.election("e").run(working("first"));
        heard.awaitExactly("first leads");
        Candidacy second = other.election("e").run(working("second"));
        server.awaitWaiters(1);

        proxy.cutAll();

        eventually().until(second::isLeader);
        server.awaitWaiters(1);
        assertThat(first.isLeader()).isFalse();
        second.close();
        eventually().until(first::isLeader);
        heard.await("second stops");
        first.close();
    }

    @Test
    void isNoCandidateAgainBeforeTheWorkHasReturned() {
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch noticed = new CountDownLatch(1);
        Candidacy candidacy = client.election("e").run(leadership -> {
            heard.add("leads");
            leadership.onLost(reason -> noticed.countDown());
            awaitStubbornly(free);
        });
        heard.awaitExactly("leads");

        proxy.cutAll();
        eventually().until(() -> noticed.getCount() == 0);
        try (Grant taken = other.election("e").campaign(PATIENCE)) {
            assertThat(taken.isHeld()).isTrue();
            assertThat(candidacy.isLeader()).isFalse();
            assertThat(server.census().waiters()).isZero();
            free.countDown();
            server.awaitWaiters(1);
        }

        eventually().until(() -> heard.count() == 2);
        candidacy.close();
    }

    @Test
    @Pitfall("EL-04")
    void comesBackWhenTheServerDoes() {
        Candidacy candidacy = client.election("e").run(working("it"));
        heard.awaitExactly("it leads");

        server.stop();
        heard.awaitExactly("it leads", "it stops");
        proxy.awaitTurnedAway(2);
        server.startAgain();

        heard.awaitExactly("it leads", "it stops", "it leads");
        candidacy.close();
    }

    @Test
    void isACandidateAgainAfterAFailureOfTheWork() {
        AtomicInteger runs = new AtomicInteger();
        Candidacy candidacy = client.election("e").run(leadership -> {
            heard.add("run " + leadership.isHeld());
            switch (runs.incrementAndGet()) {
                case 1 -> throw new IOException("thrown by a test");
                case 2 -> throw new AssertionError("thrown by a test");
                default -> heard.add("done");
            }
        });

        awaitEnd(candidacy);

        heard.awaitExactly("run true", "run true", "run true", "done");
        server.awaitHolders(0);
    }

    @Test
    @Pitfall("EL-10")
    void triesAgainWhenItIsRefused() {
        try (ScriptedServer scripted = ScriptedServer.tagged()) {
            scripted.once("elect", "error_max_waiters");
            scripted.once("elect", "error_draining");
            scripted.once("elect", "timeout");
            scripted.on("elect", "ok token 33 7");
            scripted.on("resign", "ok");
            try (Dflockd reader = Clients.of(scripted.address())) {
                Candidacy candidacy = reader.election("e").run(leadership -> heard.add("fence " + leadership.fence()));

                awaitEnd(candidacy);

                heard.awaitExactly("fence 7");
                assertThat(scripted.frames("elect")).hasSize(4);
                assertThat(scripted.frames("resign")).hasSize(1);
            }
        }
    }

    @Test
    void closingLeavesTheQueue() {
        try (Grant leader = other.election("e").campaign(PATIENCE)) {
            Candidacy candidacy = client.election("e").run(working("it"));
            server.awaitWaiters(1);

            candidacy.close();

            awaitEnd(candidacy);
            assertThat(leader.isHeld()).isTrue();
            assertThat(heard.all()).isEmpty();
            server.awaitWaiters(0);
        }
    }

    @Test
    void closingAtAnyMomentLeavesNothingBehind() {
        for (int i = 0; i < 100; i++) {
            Candidacy candidacy = client.election("e").run(working("it"));
            if (i % 3 == 0) {
                eventually().until(candidacy::isLeader);
            } else if (i % 3 == 1) {
                server.census();
            }
            candidacy.close();
            awaitEnd(candidacy);
        }
        server.awaitHolders(0);
        server.awaitWaiters(0);
        long begun = heard.all().stream().filter("it leads"::equals).count();
        assertThat(heard.all()).hasSize((int) (2 * begun));
    }

    @Test
    void workMayCloseItsOwnCandidacyAndIsNotInterrupted() {
        CompletableFuture<Candidacy> itself = new CompletableFuture<>();
        Candidacy candidacy = client.election("e").run(leadership -> {
            itself.join().close();
            heard.add("held " + leadership.isHeld() + ", interrupted "
                    + Thread.currentThread().isInterrupted());
        });
        itself.complete(candidacy);

        awaitEnd(candidacy);

        heard.awaitExactly("held true, interrupted false");
        server.awaitHolders(0);
    }

    @Test
    void stubbornWorkLeadsUntilItReturns() {
        CountDownLatch free = new CountDownLatch(1);
        try (Dflockd hasty = Dflockd.connect(Clients.patientOptions(server.address())
                .releaseTimeout(Duration.ofMillis(50))
                .build())) {
            Candidacy candidacy = hasty.election("e").run(leadership -> {
                heard.add("leads");
                awaitStubbornly(free);
                heard.add("held " + leadership.isHeld());
            });
            heard.awaitExactly("leads");

            candidacy.close();
            assertThat(candidacy.isLeader()).isTrue();
            free.countDown();

            awaitEnd(candidacy);
            heard.awaitExactly("leads", "held true");
            server.awaitHolders(0);
        }
    }

    @Test
    void closingKeepsTheInterruptOfItsCaller() {
        Candidacy candidacy = client.election("e").run(working("it"));
        heard.awaitExactly("it leads");
        Thread.currentThread().interrupt();

        candidacy.close();

        assertThat(Thread.interrupted()).isTrue();
        awaitEnd(candidacy);
        heard.awaitExactly("it leads", "it stops");
    }

    @Test
    void anInterruptOfTheWorkByItselfDoesNotReachTheNextCampaign() {
        AtomicInteger runs = new AtomicInteger();
        Candidacy candidacy = client.election("e").run(leadership -> {
            heard.add("interrupted " + Thread.currentThread().isInterrupted());
            if (runs.incrementAndGet() == 1) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("thrown by a test");
            }
        });

        awaitEnd(candidacy);

        heard.awaitExactly("interrupted false", "interrupted false");
    }

    @Test
    void endsWithTheClient() {
        Candidacy leads = client.election("e").run(working("it"));
        heard.awaitExactly("it leads");
        Candidacy waits = client.election("e").run(working("other"));
        server.awaitWaiters(1);

        client.close();

        awaitEnd(leads);
        awaitEnd(waits);
        heard.awaitExactly("it leads", "it stops");
    }

    private static void awaitStubbornly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException ignored) {
                // stubborn
            }
        }
    }

    @Test
    void canBeWaitedForToItsEnd() {
        Candidacy candidacy = client.election("e").run(leadership -> {});

        candidacy.awaitEnd();

        assertThat(candidacy.isLeader()).isFalse();
    }

    @Test
    void cannotWaitForItsOwnEnd() {
        CompletableFuture<Candidacy> self = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Candidacy candidacy = client.election("e").run(leadership -> {
            try {
                self.join().awaitEnd();
            } catch (IllegalStateException refused) {
                thrown.complete(refused);
            }
        });
        self.complete(candidacy);

        assertThat(Worker.start(thrown::join).result()).hasMessageContaining("its own end");
    }

    @Test
    void isNotBegunAtAClientThatIsClosed() {
        client.close();

        assertThatThrownBy(() -> client.election("e").run(leadership -> {})).isInstanceOf(ClientClosedException.class);
    }
}
