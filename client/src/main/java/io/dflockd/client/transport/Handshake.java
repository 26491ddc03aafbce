package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The first requests on a connection: the secret, fences, tags. A server may refuse the last two and still be used. */
final class Handshake {
    private final Connection connection;
    private final ConnectionSettings settings;
    private final CompletableFuture<Connection> ready;

    Handshake(Connection connection, ConnectionSettings settings, CompletableFuture<Connection> ready) {
        this.connection = connection;
        this.settings = settings;
        this.ready = ready;
    }

    /** Begins when the connection is open, and gives up when it takes too long. */
    void arm(Timers timers) {
        Timers.Timer alarm = timers.after(
                settings.connectTimeout().toNanos(), () -> connection.broken("no connection in time", null));
        connection.onClose(cause -> {
            alarm.cancel();
            ready.completeExceptionally(cause);
        });
        connection.onOpen(() -> begin(alarm));
    }

    private void begin(Timers.Timer alarm) {
        String secret = settings.authToken();
        Runnable rest = () -> ask(
                Frames.fenceOn(),
                fence -> ask(Frames.tagOn(), tags -> {
                    alarm.cancel();
                    if (isOk(tags)) {
                        connection.tagFromNowOn();
                    }
                    connection.keepAlive();
                    if (!ready.complete(connection)) {
                        connection.close();
                    }
                }));
        if (secret == null) {
            rest.run();
        } else {
            Frame auth = Frames.auth(secret);
            ask(auth, answer -> authenticated(answer, auth, rest));
        }
    }

    private void authenticated(String answer, Frame auth, Runnable rest) {
        if (isOk(answer) || answer.equals("error")) { // error: no secret is asked for
            rest.run();
        } else {
            ready.completeExceptionally(
                    Answers.refusal(answer, auth, connection.server().toString()));
            connection.close();
        }
    }

    private void ask(Frame frame, Consumer<String> next) {
        connection.send(frame, settings.connectTimeout()).whenComplete((answer, failure) -> {
            if (failure == null && answer.equals("error_auth")) {
                ready.completeExceptionally(
                        Answers.refusal(answer, frame, connection.server().toString()));
                connection.close();
            } else if (failure == null) {
                next.accept(answer);
            } else {
                ready.completeExceptionally(
                        failure instanceof ConnectionException
                                ? failure
                                : new ConnectionException("no handshake with " + connection.server(), failure));
            }
        });
    }

    private static boolean isOk(String answer) {
        return answer.equals("ok");
    }
}
