package io.dflockd.server;

import io.dflockd.engine.Session;
import io.dflockd.engine.Turn;
import io.dflockd.protocol.Command;
import io.dflockd.protocol.Fault;
import io.dflockd.protocol.FrameReader;
import io.dflockd.protocol.Lines;
import io.dflockd.protocol.ProtocolException;
import io.dflockd.protocol.Request;
import io.dflockd.protocol.Status;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: reads what there is, runs frame after frame, answers into one buffer and writes it once.
 *
 * <p>A request that is parked stops an untagged connection from running the next frame, but not from reading: the end
 * of the stream is seen at once. Everything here happens on the thread of its {@link Loop}.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    /** What may pile up behind a parked request. */
    private static final int MAX_PENDING_INPUT = 65_536;

    /** How long frames are run before other connections of the loop get their turn. */
    private static final long TURN_NANOS = 2_000_000;

    /** How many frames are run between two looks at the clock. */
    private static final int FRAMES_BETWEEN_LOOKS = 16;

    private static final long AUTH_FAILURE_PAUSE_MILLIS = 100;
    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private enum Phase {
        /** TLS is being agreed on. */
        HANDSHAKE,
        /** Nothing but {@code auth} is accepted. */
        AUTHENTICATION,
        OPEN,
        /** The last line is on its way, and input is ignored. */
        LEAVING
    }

    /** The session of a connection, which knows the way back to it. */
    private static final class ConnectionSession extends Session {
        private @Nullable Connection connection;

        ConnectionSession(long id, Connection connection) {
            super(id);
            this.connection = connection;
        }
    }

    private final Service service;
    private final Loop loop;
    private final ConnectionSession session;
    private final FrameReader reader = new FrameReader();
    private final ReadDeadline readDeadline;
    private final long acceptedNanos = System.nanoTime();

    @SuppressWarnings("NullAway.Init") // set when the handler is added to its pipeline
    private ChannelHandlerContext context;

    @SuppressWarnings("NullAway.Init") // set with it
    private Outgoing outgoing;

    private Phase phase;
    private boolean touched;
    private boolean wasBlocked;
    private boolean draining;
    private boolean ended;
    private boolean inputEnded;
    private @Nullable StatsAnswer stats; // under way
    private boolean resting;
    private @Nullable Future<?> nextCheck;

    Connection(long id, Service service, Loop loop, boolean encrypted) {
        this.service = service;
        this.loop = loop;
        this.session = new ConnectionSession(id, this);
        this.readDeadline = new ReadDeadline(service.config().readTimeout().toNanos(), acceptedNanos);
        this.phase = encrypted ? Phase.HANDSHAKE : firstPhase();
    }

    private Phase firstPhase() {
        return service.authenticator().isRequired() ? Phase.AUTHENTICATION : Phase.OPEN;
    }

    Outgoing outgoing() {
        return outgoing;
    }

    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    static Connection of(Session session) {
        return Objects.requireNonNull(((ConnectionSession) session).connection);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        Output output = new Output(added, service.config().writeTimeout(), this::onStuck);
        outgoing = new Outgoing(this, session, loop, output);
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        service.runtime().engine().open(session);
        loop.add(this);
        log.debug(
                "connection {} opened from {}", session.id(), context.channel().remoteAddress());
        checkLater(service.config().readTimeout().toNanos());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            touch();
            loop.settle();
        }
        boolean agreed = event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess();
        if (agreed && phase == Phase.HANDSHAKE) {
            phase = firstPhase();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            while (bytes.isReadable() && phase != Phase.LEAVING) {
                int count = Math.min(bytes.readableBytes(), loop.input.length);
                bytes.readBytes(loop.input, 0, count);
                reader.feed(loop.input, 0, count);
                runFrames();
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext unused) {
        touch();
        loop.settle();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext unused) {
        context.channel().config().setAutoRead(context.channel().isWritable() && !resting);
        if (context.channel().isWritable()) {
            touch();
            context.executor().execute(loop::settle);
        }
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
        if (wasBlocked && !isBlocked() && phase != Phase.LEAVING) {
            wasBlocked = false;
            readDeadline.restart(System.nanoTime());
            runFrames();
        }
        outgoing.flush();
        if (stats != null) {
            goOnWith(stats);
        } else if (inputEnded && phase != Phase.LEAVING) {
            leave();
        }
        if (draining) {
            leaveUnlessHolding();
        }
    }

    private void runFrames() {
        Turn turn = loop.turn();
        long started = System.nanoTime();
        int frames = 0;
        FrameReader.Step step = FrameReader.Step.FRAME;
        while (step == FrameReader.Step.FRAME && !isBlocked() && phase != Phase.LEAVING) {
            step = reader.next();
            if (step == FrameReader.Step.FRAME) {
                runFrame(turn);
                if (++frames % FRAMES_BETWEEN_LOOKS == 0 && System.nanoTime() - started > TURN_NANOS) {
                    rest();
                }
            } else if (step == FrameReader.Step.OVERFLOW) {
                refuse(Fault.LINE_TOO_LONG);
            }
        }
        reader.settle();
        readDeadline.progress(reader, frames > 0, System.nanoTime());
        wasBlocked = isBlocked();
        if (isWaitingForAnswer() && reader.pending() > MAX_PENDING_INPUT) {
            close("too much input behind a parked request");
        }
    }

    /** Whether the next frame has to wait: for an answer, for the client to read its answers, or for its turn. */
    private boolean isBlocked() {
        return resting || outgoing.isFull() || isWaitingForAnswer();
    }

    private boolean isWaitingForAnswer() {
        return stats != null || (!session.isTagged() && session.parkedRequests() > 0);
    }

    /** Lets the others of this loop go first: their leases run while ours are being served. */
    private void rest() {
        resting = true;
        context.channel().config().setAutoRead(false);
        loop.afterOthers(() -> {
            resting = false;
            context.channel().config().setAutoRead(context.channel().isWritable());
            touch();
            loop.settle();
        });
    }

    private void runFrame(Turn turn) {
        Request request = loop.request;
        try {
            request.read(reader, session.isTagged());
        } catch (ProtocolException broken) {
            reject(request.tag(), broken.fault());
            return;
        }
        if (phase == Phase.AUTHENTICATION) {
            authenticate(request);
        } else if (isForTheDesk(request)) {
            begin(new StatsAnswer(request));
        } else {
            run(request, turn);
        }
    }

    /** What is asked about one key costs little, however many keys there are. */
    private boolean isForTheDesk(Request request) {
        return request.command() == Command.STATS
                && !request.asksAboutKey()
                && service.statsDesk().isNeeded()
                && !session.isParked(request.tag());
    }

    /** A fault of ours in one request is answered and logged, and ends its session: others go on with what it left. */
    private void run(Request request, Turn turn) {
        try {
            service.runtime().engine().apply(session, request, turn);
            reader.setTagged(session.isTagged());
            outgoing.writeAnswer();
        } catch (RuntimeException bug) {
            log.error("connection {}: {} failed", session.id(), request.command(), bug);
            outgoing.fail(request.tag());
            leave();
        }
    }

    private void reject(long tag, Fault fault) {
        log.debug("connection {}: {}", session.id(), fault);
        if (phase == Phase.AUTHENTICATION) {
            refuseAuthentication();
        } else {
            outgoing.take(tag, Status.ERROR.reply());
        }
    }

    private void authenticate(Request request) {
        if (request.command() == Command.AUTH && service.authenticator().accepts(request.argument())) {
            phase = Phase.OPEN;
            outgoing.take(request.tag(), Status.OK.reply());
        } else {
            refuseAuthentication();
        }
    }

    private void refuseAuthentication() {
        log.debug("connection {}: authentication refused", session.id());
        service.refusals().note("authentication refused", context.channel().remoteAddress());
        outgoing.take(Request.NO_TAG, Status.ERROR_AUTH.reply());
        outgoing.flush();
        phase = Phase.LEAVING;
        endSession();
        context.executor().schedule(this::shutDown, AUTH_FAILURE_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A client that has said all it has to say still gets the line: its end of stream ends nothing meanwhile. */
    private void begin(StatsAnswer answer) {
        stats = answer;
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        goOnWith(answer);
    }

    /** The next frame waits for it, also in tagged mode: so no client can ask for more than are collected. */
    private void goOnWith(StatsAnswer answer) {
        if (outgoing.hasRoomForPiece() && answer.mayGoOn()) {
            service.statsDesk().printNext(answer, progress -> loop.thread.execute(() -> takePiece(answer, progress)));
        }
    }

    private void takePiece(StatsAnswer answer, StatsAnswer.Progress progress) {
        Lines piece = answer.takePiece();
        stats = progress == StatsAnswer.Progress.MORE && !ended ? answer : null;
        if (stats == null) {
            context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        }
        if (progress != StatsAnswer.Progress.FAILED) {
            outgoing.takePiece(piece, stats == null);
        } else if (outgoing.isMidLine()) {
            close("its stats broke off");
        } else {
            outgoing.take(answer.tag, Status.ERROR.reply());
        }
        touch();
        loop.settle();
    }

    /** From any thread: the client does not read its pushes. It goes as soon as no shard is held. */
    void cutOff() {
        if (outgoing.seal()) {
            loop.thread.execute(() -> turnAway("it does not read what it is sent"));
        }
    }

    private void turnAway(String why) {
        service.refusals().note(why, context.channel().remoteAddress());
        close(why);
    }

    private void checkLater(long delayNanos) {
        nextCheck = context.executor().schedule(this::checkDeadline, delayNanos, TimeUnit.NANOSECONDS);
    }

    private void checkDeadline() {
        if (phase == Phase.LEAVING || ended) {
            return;
        }
        long now = System.nanoTime();
        long timeout = service.config().readTimeout().toNanos();
        if (phase == Phase.OPEN) {
            checkOpen(now);
        } else if (now - acceptedNanos < timeout) {
            checkLater(timeout - (now - acceptedNanos));
        } else if (phase == Phase.AUTHENTICATION) {
            refuseAuthentication();
        } else {
            close("no TLS handshake in time");
        }
    }

    private void checkOpen(long now) {
        if (isBlocked()) {
            readDeadline.restart(now);
        }
        switch (readDeadline.verdict(now, this::isStateful)) {
            case WAIT -> checkLater(readDeadline.remainingNanos(now));
            case TOO_SLOW -> refuse(Fault.READ_TIMEOUT);
            case IDLE -> close("idle");
        }
    }

    private boolean isStateful() {
        return service.runtime().engine().isStateful(session);
    }

    /** Framing is lost: one last line, and the connection ends. */
    private void refuse(Fault fault) {
        if (phase == Phase.AUTHENTICATION) {
            refuseAuthentication();
            return;
        }
        log.debug("connection {}: {}", session.id(), fault);
        outgoing.take(session.isTagged() ? loop.request.tagOf(reader) : Request.NO_TAG, Status.ERROR.reply());
        leave();
    }

    /** The server is shutting down: stay only as long as something is held. */
    void drain() {
        draining = true;
        touch();
        loop.settle();
    }

    void leaveUnlessHolding() {
        boolean mayStay = phase == Phase.OPEN
                && (stats != null || service.runtime().engine().holdsAny(session));
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

    /** Closes our side and lets the client read to the end: closing over unread input would reset what we sent. */
    private void shutDown() {
        boolean encrypted = context.pipeline().get(SslHandler.class) != null;
        outgoing.close(encrypted);
    }

    private void onStuck() {
        turnAway("it does not read what it is sent");
    }

    void close(String why) {
        if (ended) {
            context.close();
            return;
        }
        log.debug("connection {} is closed: {}", session.id(), why);
        phase = Phase.LEAVING;
        endSession();
        context.close();
    }

    private void endSession() {
        if (!ended) {
            ended = true;
            loop.remove(this);
            if (nextCheck != null) {
                nextCheck.cancel(false); // or it would keep a closed connection in memory
            }
            service.runtime().engine().beginEnd(session, loop.turn());
            endInShards();
        }
    }

    /** Whoever held a hundred thousand keys does not keep the others of this loop waiting. */
    void endInShards() {
        Turn turn = loop.turn();
        long started = System.nanoTime();
        while (endNext(turn)) {
            if (System.nanoTime() - started > TURN_NANOS && loop.endLater(this)) {
                return;
            }
        }
        session.connection = null; // what is still held must not keep the connection in memory
        context.executor().execute(loop::settle);
    }

    /** A fault of ours in one part must not leave the others held. */
    private boolean endNext(Turn turn) {
        try {
            return service.runtime().engine().endNext(session, turn);
        } catch (RuntimeException bug) {
            log.error("connection {}: its session could not end as it should", session.id(), bug);
            return true;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext unused) {
        log.debug("connection {} ended", session.id());
        phase = Phase.LEAVING;
        outgoing.release();
        endSession();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
        if (cause.getCause() instanceof SSLException handshake) {
            turnAway(explain(handshake));
        } else if (cause instanceof IOException) {
            close("the connection broke: " + cause);
        } else {
            log.error("connection {} failed", session.id(), cause);
            close("failure");
        }
    }

    /** What a client says in the clear on a TLS port may be its secret: it must not get into a log. */
    private static String explain(SSLException handshake) {
        return handshake instanceof NotSslRecordException
                ? "it does not speak TLS"
                : String.valueOf(handshake.getMessage());
    }
}
