package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a client is let in, where that takes a secret. */
final class Entrance {
    static final String TOO_MANY_GUESSES = "too many wrong secrets from its address";
    private static final Logger log = LoggerFactory.getLogger(Entrance.class);

    private final Service service;
    private final Loop loop;
    private final SocketAddress client;
    private final Standing standing;
    private final Outgoing outgoing;
    private final Pace pace;
    private final Executor guarded;
    private final Runnable onLetIn;
    private final Exit exit;
    private boolean isAdministrator;

    /** Runs what it does later {@code guarded}, so that what fails there ends the connection and nobody else's. */
    Entrance(
            Service service,
            Loop loop,
            SocketAddress client,
            Standing standing,
            Outgoing outgoing,
            Pace pace,
            Executor guarded,
            Runnable onLetIn,
            Exit exit) {
        this.service = service;
        this.loop = loop;
        this.client = client;
        this.standing = standing;
        this.outgoing = outgoing;
        this.pace = pace;
        this.guarded = guarded;
        this.onLetIn = onLetIn;
        this.exit = exit;
    }

    /** The first request of a client that has to show a secret. */
    void authenticate(Request request) {
        if (request.command() != Command.AUTH) {
            refuse();
        } else {
            queueUp(request.argument());
        }
    }

    private void queueUp(byte[] secret) {
        WrongGuesses.Guesser guesser = service.wrongGuesses().at(((InetSocketAddress) client).getAddress());
        Runnable look = () -> lookAtLast(secret, guesser);
        switch (guesser.takePlace(() -> loop.thread.execute(() -> guarded.execute(look)))) {
            case NOW -> lookAt(secret, guesser);
            case LATER -> standing.moveTo(Phase.QUEUED);
            case NEVER -> exit.turnAway(TOO_MANY_GUESSES);
        }
    }

    private void lookAtLast(byte[] secret, WrongGuesses.Guesser guesser) {
        if (standing.isQueued()) {
            lookAt(secret, guesser);
            pace.touch();
            loop.settle();
        } else {
            guesser.leavePlace();
        }
    }

    private void lookAt(byte[] secret, WrongGuesses.Guesser guesser) {
        if (service.authenticator().accepts(secret)) {
            guesser.leavePlace();
            isAdministrator = service.authenticator().isAdministrator(secret);
            standing.moveTo(Phase.OPEN);
            onLetIn.run();
            outgoing.take(Request.NO_TAG, Status.OK.reply());
        } else {
            refuseSecret(guesser);
        }
    }

    /** Whether this client may change the cluster. Where no secret is asked for, whoever is on this machine may. */
    boolean mayAdminister() {
        return service.authenticator().isRequired()
                ? isAdministrator
                : ((InetSocketAddress) client).getAddress().isLoopbackAddress();
    }

    /** Whoever guesses hears later and later that it was wrong. */
    private void refuseSecret(WrongGuesses.Guesser guesser) {
        standing.moveTo(Phase.REFUSED);
        long pauseNanos = guesser.noteWrong(loop.elapsedNanos());
        loop.thread.schedule(() -> guarded.execute(() -> endPause(guesser)), pauseNanos, TimeUnit.NANOSECONDS);
    }

    private void endPause(WrongGuesses.Guesser guesser) {
        guesser.leavePlace();
        if (standing.phase() == Phase.REFUSED) {
            sayRefusal("wrong secret");
            exit.leave();
        }
    }

    /** No guess: it hears so at once, and has a moment to read it. */
    void refuse() {
        sayRefusal("it does not authenticate");
        exit.leaveSoon();
    }

    private void sayRefusal(String why) {
        log.debug("{}: authentication refused: {}", client, why);
        service.refusals().note("authentication refused: " + why, client);
        outgoing.take(Request.NO_TAG, Status.ERROR_AUTH.reply());
        outgoing.flush();
    }
}
