package io.dflockd.client;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.DflockdException;
import io.dflockd.client.exceptions.LockTimeoutException;
import io.dflockd.client.exceptions.WaitInterruptedException;
import io.dflockd.client.transport.Timers;
import io.dflockd.client.wire.Slot;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standing wish to lead: it campaigns, works while it leads, and campaigns again when that was lost.
 *
 * <p>It has a thread of its own, on which the work is done. When the leadership is lost, the thread is interrupted;
 * only when the work has returned is it a candidate again. It ends when the work returns while it still leads, or when it
 * is closed, or with the client. If the work throws, that is logged, and after a pause it is a candidate again.
 */
public final class Candidacy implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Candidacy.class);

    private final Slot slot;
    private final ServerLink server;
    private final Core core;
    private final LeadershipWork work;
    private final Backoff backoff;
    private final Thread thread;
    private final CompletableFuture<Boolean> closing = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<Grant> campaign;
    private volatile @Nullable Interruption interruption; // of the work, while it is done
    private volatile @Nullable Grant grant;

    private Candidacy(Slot slot, ServerLink server, LeadershipWork work, Core core) {
        this.slot = slot;
        this.server = server;
        this.work = work;
        this.core = core;
        this.backoff = Backoff.of(core.options());
        this.thread = new Thread(this::run, "dflockd-candidate-" + slot.key());
    }

    static Candidacy start(Slot slot, ServerLink server, LeadershipWork work, Core core) {
        if (server.isClosed()) {
            throw new ClientClosedException();
        }
        Candidacy candidacy = new Candidacy(slot, server, work, core);
        candidacy.thread.setDaemon(true);
        candidacy.thread.start();
        return candidacy;
    }

    /** The name of the election. */
    public String key() {
        return slot.key();
    }

    /** Whether it leads at this moment. */
    public boolean isLeader() {
        Grant present = grant;
        return present != null && present.isHeld();
    }

    /** Completes when it neither works nor campaigns any more. */
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /**
     * Waits until it neither works nor campaigns any more, as at the end of a program that does nothing else.
     *
     * @throws WaitInterruptedException if the waiting thread is interrupted; the candidacy goes on
     */
    public void awaitEnd() {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("the work would wait for its own end");
        }
        core.waiting().await(ended.copy(), new Purpose(this, "it goes on", Timers.LONGEST));
    }

    private boolean isClosing() {
        return closing.isDone();
    }

    private void run() {
        try {
            while (!isClosing()) {
                Grant won = campaign();
                if (won != null) {
                    lead(won);
                }
            }
        } finally {
            ended.complete(null);
        }
    }

    private @Nullable Grant campaign() {
        var unused = Thread.interrupted(); // left over from the work
        CompletableFuture<Grant> attempt = Acquisition.start(slot, Timers.LONGEST, server, core);
        campaign = attempt;
        if (isClosing()) {
            attempt.cancel(false);
        }
        try {
            return core.waiting().await(attempt, Purpose.slot(this, Timers.LONGEST, core));
        } catch (LockTimeoutException | CancellationException | WaitInterruptedException again) {
            return null;
        } catch (ClientClosedException over) {
            closing.complete(true);
            return null;
        } catch (DflockdException failed) {
            log.warn("a campaign has failed, the next one follows: {}", failed.getMessage());
            pause();
            return null;
        } finally {
            campaign = null;
        }
    }

    private void pause() {
        var unused = core.waiting().awaitAtMost(Duration.ofNanos(backoff.nextNanos()), closing, false);
    }

    private void lead(Grant won) {
        var unused = Thread.interrupted();
        Interruption ours = new Interruption();
        grant = won;
        interruption = ours;
        won.whenLost(ours::strike);
        boolean wasThrown = !isClosing() && throwsWhileWorking(won, ours);
        end(ours);
        boolean stillLed = won.isHeld();
        won.close();
        grant = null;
        if (wasThrown) {
            pause();
        } else if (stillLed) {
            closing.complete(true);
        } else {
            backoff.succeeded();
        }
    }

    private void end(Interruption ours) {
        var unused = ours.end();
        interruption = null;
    }

    /** Whether it has failed by itself, and not because it was to end. */
    private boolean throwsWhileWorking(Grant won, Interruption ours) {
        try {
            work.lead(new Leadership(won));
            return false;
        } catch (Exception | Error thrown) {
            if (ours.end() || !won.isHeld()) {
                log.debug("the work as leader of '{}' was cut short", key(), thrown);
                return false;
            }
            log.error("the work as leader of '{}' has failed", key(), thrown);
            return true;
        }
    }

    /**
     * Ends it: leaves the queue, or interrupts the work and resigns. Waits until that is done, but no longer than for a
     * release. Work that goes on in spite of the interrupt still leads, and resigns when it returns. The work itself may
     * call this too: then it is not a candidate again once it has returned.
     */
    @Override
    public void close() {
        closing.complete(true);
        CompletableFuture<Grant> attempt = campaign;
        if (attempt != null) {
            attempt.cancel(false);
        }
        if (Thread.currentThread() != thread) {
            Interruption working = interruption;
            if (working != null) {
                working.strike();
            }
            core.waiting().awaitAtMost(core.options().releaseTimeout, ended);
        }
    }

    @Override
    public String toString() {
        return "Candidacy[election '" + key() + "' on " + server + ", leads=" + isLeader() + "]";
    }
}
