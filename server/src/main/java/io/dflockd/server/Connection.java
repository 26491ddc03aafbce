package io.dflockd.server;

import io.dflockd.protocol.Command;
import io.dflockd.protocol.FrameReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
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
final class Connection extends ChannelInboundHandlerAdapter implements Exit, ConnectionSession.Host {
    private static final long AUTH_FAILURE_PAUSE_MILLIS = 100;
    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private final Service service;
    private final Loop loop;
    private final ConnectionSession session;
    private final Standing standing;
    private final Pace pace;

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

    private boolean isReading = true;
    private boolean draining;
    private boolean inputEnded;

    Connection(long id, Service service, Loop loop, boolean encrypted) {
        this.service = service;
        this.loop = loop;
        this.session = new ConnectionSession(id, this, loop);
        this.standing = new Standing(encrypted ? Phase.HANDSHAKE : firstPhase());
        this.pace = new Pace(loop, this::goOn, this::adjustReading);
    }

    private Phase firstPhase() {
        return service.authenticator().isRequired() ? Phase.AUTHENTICATION : Phase.OPEN;
    }

    @Override
    public Outgoing outgoing() {
        return outgoing;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        ServerConfig config = service.config();
        WriteDeadline writeDeadline =
                new WriteDeadline(added.channel(), loop::nowNanos, config.writeTimeout(), this::onStuck);
        Output output = new Output(added, writeDeadline);
        outgoing = new Outgoing(loop, standing, pace, output, new Mailbox(config.maxValue()), this::cutOff);
        stats = new StatsDelivery(session, service.statsDesk(), loop, this::run, outgoing, pace, this);
        Entrance entrance = new Entrance(
                service,
                loop,
                added.channel().remoteAddress(),
                standing,
                outgoing,
                pace,
                this::run,
                this::allowLongLines,
                this);
        Requests requests = new Requests(
                loop,
                standing,
                session,
                outgoing,
                pace,
                entrance,
                stats,
                service.clusterDesk(),
                service.heapGuard(),
                this);
        long readTimeoutNanos = config.readTimeout().toNanos();
        incoming = new Incoming(
                loop, standing, pace, session, outgoing, requests, this::isWritingLongAnswer, this, readTimeoutNanos);
        patience = new Patience(standing, incoming, loop, this::run, this, this::giveUp, readTimeoutNanos);
        if (service.authenticator().isRequired()) {
            incoming.allowSecret(service.authenticator().secretLength());
            incoming.allowValue(FrameReader.LINE_CAP);
        } else {
            incoming.allowValue(config.maxValue());
        }
    }

    private void allowLongLines() {
        incoming.allowSecret(ServerConfig.LONGEST_AUTH_TOKEN);
        incoming.allowValue(service.config().maxValue());
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        session.open(address());
        loop.add(this);
        log.debug(
                "connection {} opened from {}", session.id(), context.channel().remoteAddress());
        incoming.start();
        patience.start();
    }

    private String address() {
        SocketAddress remote = context.channel().remoteAddress();
        return remote instanceof InetSocketAddress internet ? NetUtil.toSocketAddressString(internet) : "";
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            endInput();
        }
        boolean agreed = event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess();
        if (agreed && standing.phase() == Phase.HANDSHAKE) {
            standing.moveTo(firstPhase());
        }
    }

    /** The client has said all it has to say; what it said is still answered, unless it would have to queue for that. */
    private void endInput() {
        inputEnded = true;
        if (standing.isQueued()) {
            turnAway(Entrance.TOO_MANY_GUESSES);
            return;
        }
        adjustReading();
        pace.touch();
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
        pace.touch();
        loop.settle(pace);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext unused) {
        adjustReading();
        if (context.channel().isWritable()) {
            outgoing.socketHasMoved();
            pace.touch();
            context.executor().execute(loop::settle);
        }
    }

    /** Reads unless the client does not, or has to wait for its turn. A client that leaves is read to its end. */
    private void adjustReading() {
        boolean mayRead = standing.ignoresInput()
                || (context.channel().isWritable()
                        && !pace.isResting()
                        && !isWritingLongAnswer()
                        && !incoming.isFull());
        boolean reads = mayRead && !inputEnded;
        if (reads != isReading) {
            isReading = reads;
            context.channel().config().setAutoRead(reads);
        }
    }

    /** While it is, the next request waits. */
    private boolean isWritingLongAnswer() {
        return stats.isUnderWay() || outgoing.isWritingList();
    }

    /** Takes up what had to wait: frames behind an answered request, answers that are not written yet. */
    private void goOn() {
        try {
            outgoing.takeMail();
            incoming.goOn();
            outgoing.flush();
            stats.goOn();
            session.tellWhetherItReads(!outgoing.isCrowded());
            adjustReading();
            leaveIfDone();
        } catch (RuntimeException | Error thrown) {
            exceptionCaught(context, thrown);
        }
    }

    private void leaveIfDone() {
        if (inputEnded && !standing.ignoresInput()) {
            wrapUp();
        }
        if (draining) {
            leaveUnlessHolding();
        }
    }

    /** Nothing more will be asked: it leaves as soon as everything is answered. Nobody waits for it in a queue. */
    private void wrapUp() {
        if (standing.phase() == Phase.HANDSHAKE) {
            close("the client has gone");
        } else if (outgoing.unanswered() > 0) {
            if (!pace.isResting() && session.withdrawSome()) {
                pace.rest();
            }
        } else if (!incoming.isBehind() && !isWritingLongAnswer()) {
            leave();
        }
    }

    /** A fault of ours in one request is answered and logged, and ends its session: others go on with what it left. */
    @Override
    public void fail(long tag, Command command, RuntimeException bug) {
        log.error("connection {}: {} failed", session.id(), command, bug);
        outgoing.fail(tag);
        leave();
    }

    @Override
    public void leaveSoon() {
        standing.moveTo(Phase.LEAVING);
        endSession();
        loop.thread.schedule(() -> run(this::shutDown), AUTH_FAILURE_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** From any thread: the client does not read its pushes. It goes as soon as no shard is held. */
    private void cutOff() {
        if (outgoing.seal()) {
            loop.thread.execute(this::onStuck);
        }
    }

    /** It ends without the good-bye that TLS would try to say: nobody reads it. */
    private void onStuck() {
        service.refusals()
                .note("it does not read what it is sent", context.channel().remoteAddress());
        log.debug("connection {} is closed: it does not read", session.id());
        standing.moveTo(Phase.LEAVING);
        endSession();
        context.channel().unsafe().close(context.newPromise());
    }

    @Override
    public void turnAway(String why) {
        service.refusals().note(why, context.channel().remoteAddress());
        close(why);
    }

    /** The client took too long to be let in, or for a line. */
    private void giveUp() {
        if (standing.phase() == Phase.HANDSHAKE) {
            close("no TLS handshake in time");
        } else if (standing.isQueued()) {
            turnAway(Entrance.TOO_MANY_GUESSES);
        } else {
            incoming.refuse();
        }
    }

    /** The server is shutting down: stay only as long as something is held. */
    void drain() {
        draining = true;
        pace.touch();
        loop.settle();
    }

    void leaveUnlessHolding() {
        boolean mayStay =
                standing.isOpen() && (isWritingLongAnswer() || outgoing.unanswered() > 0 || session.holdsAny());
        if (!mayStay && !standing.isLeaving()) {
            leave();
        }
    }

    @Override
    public void leave() {
        outgoing.finish();
        standing.moveTo(Phase.LEAVING);
        endSession();
        shutDown();
    }

    private void shutDown() {
        adjustReading();
        outgoing.close(inputEnded);
    }

    @Override
    public void close(String why) {
        if (session.isEnded()) {
            context.close();
            return;
        }
        log.debug("connection {} is closed: {}", session.id(), why);
        standing.moveTo(Phase.LEAVING);
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
        standing.moveTo(Phase.LEAVING);
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
    public void execute(Runnable task) {
        loop.thread.execute(() -> run(task));
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
