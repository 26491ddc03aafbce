package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Fault;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of the frames of a connection: most go to the runtime, some are answered here.
 *
 * <p>A runtime may answer later than at once. So that answers still come in order, and every frame is read in the mode
 * it was meant for, some have to wait until it is known what became of the requests before them:
 *
 * <ul>
 *   <li>whatever comes behind {@code tag}, which says how the next frame is to be read;
 *   <li>without tags, whatever comes behind a request that is parked or may yet be, and what is answered here;
 *   <li>the end of a connection that has lost its framing.
 * </ul>
 */
final class Requests {
    /** How many requests of one client may be on their way to their answers at once. */
    private static final int MOST_UNDER_WAY = 1_024;

    private static final Logger log = LoggerFactory.getLogger(Requests.class);

    private final Loop loop;
    private final Standing standing;
    private final ConnectionSession session;
    private final Outgoing outgoing;
    private final Pace pace;
    private final Entrance entrance;
    private final StatsDelivery stats;
    private final ClusterDesk clusterDesk;
    private final HeapGuard heapGuard;
    private final Exit exit;

    private boolean tagged; // the first line of a frame has a tag
    private boolean isNextWaiting; // until nothing is under way any more
    private @Nullable Boolean askedToTag; // the last request asked for tags, or for none
    private @Nullable Runnable deferred; // until nothing is under way any more

    Requests(
            Loop loop,
            Standing standing,
            ConnectionSession session,
            Outgoing outgoing,
            Pace pace,
            Entrance entrance,
            StatsDelivery stats,
            ClusterDesk clusterDesk,
            HeapGuard heapGuard,
            Exit exit) {
        this.loop = loop;
        this.standing = standing;
        this.session = session;
        this.outgoing = outgoing;
        this.pace = pace;
        this.entrance = entrance;
        this.stats = stats;
        this.clusterDesk = clusterDesk;
        this.heapGuard = heapGuard;
        this.exit = exit;
    }

    /** Runs the next frame, or says that there is none. */
    boolean runNext(FrameReader reader) {
        return switch (reader.next()) {
            case FRAME -> {
                runFrame(reader);
                yield true;
            }
            case TOO_LARGE -> {
                long tag = unfinishedTag(reader);
                inOrder(() -> reject(tag, Fault.LINE_TOO_LONG));
                yield true;
            }
            case OVERFLOW -> {
                onceAllIsKnown(() -> refuse(reader, Fault.LINE_TOO_LONG));
                yield false;
            }
            case STARVED -> false;
        };
    }

    private void runFrame(FrameReader reader) {
        Request request = loop.request;
        try {
            request.read(reader, tagged);
        } catch (ProtocolException broken) {
            long tag = request.tag();
            inOrder(() -> reject(tag, broken.fault()));
            return;
        }
        if (mustWait() && isAnsweredHere(request.command())) {
            isNextWaiting = true;
            reader.putBack();
        } else if (standing.phase() == Phase.AUTHENTICATION) {
            entrance.authenticate(request);
        } else if (request.command() == Command.STATS && stats.isNeededFor(request)) {
            stats.begin(request);
        } else if (request.command() == Command.CLUSTER && isForDesk(request)) {
            askDesk(request);
        } else if (isForbidden(request.command())) {
            outgoing.take(request.tag(), Status.ERROR_AUTH.reply());
        } else if (request.command().storesData() && heapGuard.refusesData()) {
            refuseData(request);
        } else {
            submit(request, reader);
        }
    }

    private void refuseData(Request request) {
        Status answer = Status.ERROR_MAX_KEYS;
        if (log.isDebugEnabled()) {
            String command = request.command().word();
            log.debug("connection {}: {} is refused: {}, the heap is full", session.id(), command, answer.word());
        }
        outgoing.take(request.tag(), answer.reply());
    }

    private static String printable(Request request) {
        String reason = new String(request.value(), StandardCharsets.UTF_8);
        return (request.key() + ", fence " + Long.toUnsignedString(request.tokenFence()) + ": " + reason)
                .replaceAll("\\p{Cntrl}", "?");
    }

    /** Without a cluster, or under a tag that is in use, the runtime knows what to answer. */
    private boolean isForDesk(Request request) {
        return clusterDesk.isOpen() && !session.isTagParked(request.tag());
    }

    private void askDesk(Request request) {
        long tag = request.tag();
        outgoing.expectAnswer();
        outgoing.expectOutcome();
        isNextWaiting = !tagged;
        clusterDesk.ask(request, entrance.mayAdminister(), reply -> session.replyAside(tag, reply));
    }

    private void submit(Request request, FrameReader reader) {
        outgoing.expectAnswer();
        switch (session.submit(request)) {
            case DECIDED -> {}
            case UNDER_WAY -> {
                outgoing.expectOutcome();
                isNextWaiting = !tagged && request.command().mayPark();
            }
            case COME_AGAIN -> {
                outgoing.expectNoAnswer();
                reader.putBack();
                pace.rest();
                return;
            }
        }
        if (request.command() == Command.EVICT) {
            log.warn("connection {} asks for an eviction: {}", session.id(), printable(request));
        }
        if (request.command() == Command.TAGGING) {
            askedToTag = request.isOn();
            isNextWaiting = true;
            goOn(reader);
        }
        outgoing.writeAnswer();
    }

    /** Whether an answer that is known now would overtake others. */
    private boolean mustWait() {
        return !tagged && outgoing.underWay() > 0;
    }

    /** Whether the runtime has no part in the order of the answer. */
    private boolean isAnsweredHere(Command command) {
        return switch (command) {
            case AUTH, PING, STATS, CLUSTER -> true;
            default -> isForbidden(command) || (command.storesData() && heapGuard.refusesData());
        };
    }

    /** Only who may administer the server takes something away from others. */
    private boolean isForbidden(Command command) {
        return command == Command.EVICT && !entrance.mayAdminister();
    }

    private void inOrder(Runnable answer) {
        if (mustWait()) {
            onceAllIsKnown(answer);
        } else {
            answer.run();
        }
    }

    private void onceAllIsKnown(Runnable task) {
        if (outgoing.underWay() > 0) {
            isNextWaiting = true;
            deferred = task;
        } else {
            task.run();
        }
    }

    /** Takes up what had to wait until nothing is under way any more. */
    void goOn(FrameReader reader) {
        if (!isNextWaiting || outgoing.underWay() > 0) {
            return;
        }
        isNextWaiting = false;
        if (askedToTag != null && outgoing.lastStatus() == Status.OK) {
            tagged = askedToTag;
            reader.setTagged(tagged);
        }
        askedToTag = null;
        Runnable task = deferred;
        if (task != null) {
            deferred = null;
            task.run();
        }
    }

    /** Whether the next frame has to wait for the outcome of others, while the connection reads on. */
    boolean areHeldUp() {
        return mayWaitLong() || (isNextWaiting && outgoing.underWay() > 0) || outgoing.underWay() >= MOST_UNDER_WAY;
    }

    /** Whether the next frame waits for something that may take its time, and not just for answers that are on their way. */
    boolean mayWaitLong() {
        return standing.isQueued() || (!tagged && outgoing.parked() > 0);
    }

    private void reject(long tag, Fault fault) {
        log.debug("connection {}: {}", session.id(), fault);
        if (standing.phase() == Phase.AUTHENTICATION) {
            entrance.refuse();
        } else {
            outgoing.take(tag, Status.ERROR.reply());
        }
    }

    /** Framing is lost: one last line, and the connection ends. */
    void refuse(FrameReader reader, Fault fault) {
        if (standing.phase() == Phase.AUTHENTICATION) {
            entrance.refuse();
            return;
        }
        log.debug("connection {}: {}", session.id(), fault);
        outgoing.take(unfinishedTag(reader), Status.ERROR.reply());
        exit.leave();
    }

    /** The tag of a frame that is not whole. */
    private long unfinishedTag(FrameReader reader) {
        return tagged ? loop.request.tagOf(reader) : Request.NO_TAG;
    }
}
