package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.Fault;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection, from its first byte to its last: how far it has got, and how it ends.
 *
 * <p>What it hears and runs is in {@link Incoming}, what it says in {@link Outgoing}; it writes once for all that it has
 * read. Everything here happens on the thread of its {@link Loop}.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final long AUTH_FAILURE_PAUSE_MILLIS = 100;
    private static final String TOO_MANY_GUESSES = "too many wrong secrets from its address";
    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private final Service service;
    private final Loop loop;
    private final ConnectionSession session;

    @SuppressWarnings("NullAway.Init") // set when the handler is added to its pipeline
    private ChannelHandlerContext context;

    @SuppressWarnings("NullAway.Init") // set with it
    private Outgoing outgoing;

    @SuppressWarnings("NullAway.Init") // set with it
    private Incoming incoming;

    @SuppressWarnings("NullAway.Init") // set with it
    private StatsDelivery stats;

    @SuppressWarnings("NullAway.Init") // set with it
    private Patience patience;

    private Phase phase;
    private boolean touched;
    private boolean isReading = true;
    private boolean resting;
    private boolean draining;
    private boolean inputEnded;

    Connection(long id, Service service, Loop loop, boolean encrypted) {
        this.service = service;
        this.loop = loop;
        this.session = new ConnectionSession(id, this, loop);
        this.phase = encrypted ? Phase.HANDSHAKE : firstPhase();
    }

    private Phase firstPhase() {
        return service.authenticator().isRequired() ? Phase.AUTHENTICATION : Phase.OPEN;
    }

    Outgoing outgoing() {
        return outgoing;
    }

    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    /** Whether it is as good as gone: whatever the client still sends is not for us. */
    boolean ignoresInput() {
        return phase == Phase.REFUSED || phase == Phase.LEAVING;
    }

    boolean isAuthenticating() {
        return phase == Phase.AUTHENTICATION;
    }

    /** Whether its secret waits to be looked at. */
    boolean isQueued() {
        return phase == Phase.QUEUED;
    }

    boolean refusesData() {
        return service.heapGuard().refusesData();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        WriteDeadline writeDeadline = new WriteDeadline(
                added.channel(), loop::nowNanos, service.config().writeTimeout(), this::onStuck);
        Output output = new Output(added, writeDeadline);
        Mailbox mailbox = new Mailbox(service.config().maxValue());
        outgoing = new Outgoing(this, loop, output, mailbox);
        stats = new StatsDelivery(this, session, service.statsDesk(), loop, outgoing);
        long readTimeoutNanos = service.config().readTimeout().toNanos();
        incoming = new Incoming(this, session, loop, outgoing, stats, readTimeoutNanos);
        patience = new Patience(this, incoming, loop, readTimeoutNanos);
        if (service.authenticator().isRequired()) {
            incoming.allowSecret(service.authenticator().secretLength());
            incoming.allowValue(FrameReader.LINE_CAP);
        } else {
            incoming.allowValue(service.config().maxValue());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        session.open();
        loop.add(this);
        log.debug(
                "connection {} opened from {}", session.id(), context.channel().remoteAddress());
        incoming.start();
        patience.start();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            endInput();
        }
        boolean agreed = event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess();
        if (agreed && phase == Phase.HANDSHAKE) {
            phase = firstPhase();
        }
    }

    /** The client has said all it has to say; what it said is still answered, unless it would have to queue for that. */
    private void endInput() {
        inputEnded = true;
        if (phase == Phase.QUEUED) {
            turnAway(TOO_MANY_GUESSES);
            return;
        }
        adjustReading();
        touch();
        loop.settleLater(); // twenty thousand may leave at once
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            incoming.take(bytes);
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext unused) {
        touch();
        loop.settle(this);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext unused) {
        adjustReading();
        if (context.channel().isWritable()) {
            outgoing.socketHasMoved();
            touch();
            context.executor().execute(loop::settle);
        }
    }

    /** Reads unless the client does not, or has to wait for its turn. A client that leaves is read to its end. */
    private void adjustReading() {
        boolean mayRead = ignoresInput() || (context.channel().isWritable() && !resting && !isWritingLongAnswer());
        boolean reads = mayRead && !inputEnded;
        if (reads != isReading) {
            isReading = reads;
            context.channel().config().setAutoRead(reads);
        }
    }

    /** While it is, the next request waits. */
    boolean isWritingLongAnswer() {
        return stats.isUnderWay() || outgoing.isWritingList();
    }

    /** Lets the others of this loop go first: their leases run while this client is being served. */
    void rest() {
        if (resting) {
            return;
        }
        resting = true;
        adjustReading();
        loop.afterOthers(() -> {
            resting = false;
            adjustReading();
            touch();
            loop.settle();
        });
    }

    boolean isResting() {
        return resting;
    }

    /** It has something to write, or may go on. */
    void touch() {
        if (!touched) {
            touched = true;
            loop.touch(this);
        }
    }

    /** Takes up what had to wait: frames behind an answered request, answers that are not written yet. */
    void goOn() {
        touched = false;
        outgoing.takeMail();
        incoming.goOn();
        outgoing.flush();
        stats.goOn();
        session.tellWhetherItReads(!outgoing.isCrowded());
        adjustReading();
        if (inputEnded && !ignoresInput()) {
            wrapUp();
        }
        if (draining) {
            leaveUnlessHolding();
        }
    }

    /** Nothing more will be asked: it leaves as soon as everything is answered. Nobody waits for it in a queue. */
    private void wrapUp() {
        if (phase == Phase.HANDSHAKE) {
            close("the client has gone");
        } else if (outgoing.unanswered() > 0) {
            if (!resting && session.withdrawSome()) {
                rest();
            }
        } else if (!incoming.isBehind() && !isWritingLongAnswer()) {
            leave();
        }
    }

    /** A fault of ours in one request is answered and logged, and ends its session: others go on with what it left. */
    void fail(long tag, Command command, RuntimeException bug) {
        log.error("connection {}: {} failed", session.id(), command, bug);
        outgoing.fail(tag);
        leave();
    }

    void reject(long tag, Fault fault) {
        log.debug("connection {}: {}", session.id(), fault);
        if (phase == Phase.AUTHENTICATION) {
            refuseAuthentication();
        } else {
            outgoing.take(tag, Status.ERROR.reply());
        }
    }

    void authenticate(Request request) {
        if (request.command() != Command.AUTH) {
            refuseAuthentication();
        } else {
            queueUp(request.argument());
        }
    }

    private void queueUp(byte[] secret) {
        WrongGuesses.Guesser guesser = service.wrongGuesses().at(address());
        Runnable look = () -> lookAtLast(secret, guesser);
        switch (guesser.takePlace(() -> loop.thread.execute(() -> run(look)))) {
            case NOW -> lookAt(secret, guesser);
            case LATER -> phase = Phase.QUEUED;
            case NEVER -> turnAway(TOO_MANY_GUESSES);
        }
    }

    private void lookAtLast(byte[] secret, WrongGuesses.Guesser guesser) {
        if (phase == Phase.QUEUED) {
            lookAt(secret, guesser);
            touch();
            loop.settle();
        } else {
            guesser.leavePlace();
        }
    }

    private void lookAt(byte[] secret, WrongGuesses.Guesser guesser) {
        if (service.authenticator().accepts(secret)) {
            guesser.leavePlace();
            letIn();
        } else {
            refuseSecret(guesser);
        }
    }

    private void letIn() {
        phase = Phase.OPEN;
        incoming.allowSecret(ServerConfig.LONGEST_AUTH_TOKEN);
        incoming.allowValue(service.config().maxValue());
        outgoing.take(Request.NO_TAG, Status.OK.reply());
    }

    /** Whoever guesses hears later and later that it was wrong. */
    private void refuseSecret(WrongGuesses.Guesser guesser) {
        phase = Phase.REFUSED;
        long pauseNanos = guesser.noteWrong(System.nanoTime());
        context.executor().schedule(() -> run(() -> endPause(guesser)), pauseNanos, TimeUnit.NANOSECONDS);
    }

    private void endPause(WrongGuesses.Guesser guesser) {
        guesser.leavePlace();
        tellRefusal();
    }

    private void tellRefusal() {
        if (phase == Phase.REFUSED) {
            sayRefusal("wrong secret");
            leave();
        }
    }

    /** No guess: it hears so at once, and has a moment to read it. */
    private void refuseAuthentication() {
        sayRefusal("it does not authenticate");
        phase = Phase.LEAVING;
        endSession();
        context.executor().schedule(() -> run(this::shutDown), AUTH_FAILURE_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sayRefusal(String why) {
        log.debug("connection {}: authentication refused: {}", session.id(), why);
        service.refusals()
                .note("authentication refused: " + why, context.channel().remoteAddress());
        outgoing.take(Request.NO_TAG, Status.ERROR_AUTH.reply());
        outgoing.flush();
    }

    /** Nobody is let in without one. */
    private InetAddress address() {
        return ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
    }

    /** From any thread: the client does not read its pushes. It goes as soon as no shard is held. */
    void cutOff() {
        if (outgoing.seal()) {
            loop.thread.execute(this::onStuck);
        }
    }

    /** It ends without the good-bye that TLS would try to say: nobody reads it. */
    private void onStuck() {
        service.refusals()
                .note("it does not read what it is sent", context.channel().remoteAddress());
        log.debug("connection {} is closed: it does not read", session.id());
        phase = Phase.LEAVING;
        endSession();
        context.channel().unsafe().close(context.newPromise());
    }

    private void turnAway(String why) {
        service.refusals().note(why, context.channel().remoteAddress());
        close(why);
    }

    /** The client took too long to be let in, or for a line. */
    void giveUp() {
        if (phase == Phase.HANDSHAKE) {
            close("no TLS handshake in time");
        } else if (phase == Phase.QUEUED) {
            turnAway(TOO_MANY_GUESSES);
        } else {
            refuse(Fault.READ_TIMEOUT);
        }
    }

    /** Framing is lost: one last line, and the connection ends. */
    void refuse(Fault fault) {
        if (phase == Phase.AUTHENTICATION) {
            refuseAuthentication();
            return;
        }
        log.debug("connection {}: {}", session.id(), fault);
        outgoing.take(incoming.unfinishedTag(), Status.ERROR.reply());
        leave();
    }

    /** The server is shutting down: stay only as long as something is held. */
    void drain() {
        draining = true;
        touch();
        loop.settle();
    }

    void leaveUnlessHolding() {
        boolean mayStay = phase == Phase.OPEN && (isWritingLongAnswer() || session.holdsAny());
        if (!mayStay && phase != Phase.LEAVING) {
            leave();
        }
    }

    private void leave() {
        outgoing.finish();
        phase = Phase.LEAVING;
        endSession();
        shutDown();
    }

    private void shutDown() {
        adjustReading();
        outgoing.close(inputEnded);
    }

    void close(String why) {
        if (session.isEnded()) {
            context.close();
            return;
        }
        log.debug("connection {} is closed: {}", session.id(), why);
        phase = Phase.LEAVING;
        endSession();
        context.close();
    }

    private void endSession() {
        if (!session.isEnded()) {
            loop.remove(this);
            patience.stop();
            session.end();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext unused) {
        log.debug("connection {} ended", session.id());
        phase = Phase.LEAVING;
        outgoing.release();
        endSession();
    }

    /** Others may still find the memory that this one needs. */
    private void runOutOfMemory(OutOfMemoryError shortage) {
        service.refusals().noteShortage(shortage, context.channel().remoteAddress());
        close("no memory for its buffers");
    }

    /** Does something for this connection outside its pipeline. Whatever goes wrong ends it, and nobody else. */
    void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error thrown) {
            exceptionCaught(context, thrown);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
        if (cause.getCause() instanceof SSLException handshake) {
            turnAway(Tls.explain(handshake));
        } else if (cause instanceof IOException) {
            close("the connection broke: " + cause);
        } else if (cause instanceof OutOfMemoryError shortage) {
            runOutOfMemory(shortage);
        } else {
            log.error("connection {} failed", session.id(), cause);
            close("failure");
        }
    }
}
