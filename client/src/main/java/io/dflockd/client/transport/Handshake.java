package io.dflockd.client.transport;

import io.dflockd.client.exceptions.ClientClosedException;
import io.dflockd.client.exceptions.ConnectionException;
import io.dflockd.client.wire.Answers;
import io.dflockd.client.wire.Frame;
import io.dflockd.client.wire.Frames;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The first requests on a connection: the secret, a name, fences, tags. A server may refuse all but the first and still be used. */
final class Handshake {
    private final Connection connection;
    private final ConnectionSettings settings;
    private final CompletableFuture<Connection> ready;
    private boolean isAnswered;

    Handshake(Connection connection, ConnectionSettings settings, CompletableFuture<Connection> ready) {
        this.connection = connection;
        this.settings = settings;
        this.ready = ready;
    }

    /** Begins when the connection is open. */
    void arm() {
        connection.onClose(cause -> ready.completeExceptionally(withHint(cause)));
        connection.onOpen(this::begin);
    }

    /** A server that wants TLS cannot say so. */
    private ConnectionException withHint(ConnectionException cause) {
        boolean mayWantTls = settings.tls() == null && !isAnswered && !(cause instanceof ClientClosedException);
        return mayWantTls
                ? new ConnectionException(cause.getMessage() + " before it answered anything; does it want TLS?", cause)
                : cause;
    }

    private void begin() {
        String secret = settings.authToken();
        if (secret == null) {
            introduce();
        } else {
            ask(Frames.auth(secret), needed -> introduce());
        }
    }

    private void introduce() {
        String name = settings.name();
        if (name == null) {
            agree();
        } else {
            ask(Frames.name(name), known -> agree());
        }
    }

    private void agree() {
        ask(Frames.fenceOn(), fence -> ask(Frames.tagOn(), this::agreed));
    }

    private void agreed(boolean onTags) {
        if (onTags) {
            connection.tagFromNowOn();
        }
        connection.keepAlive();
        if (!ready.complete(connection)) {
            connection.close();
        }
    }

    /** A plain error says that the server does not know it or need it; anything else, that it will not have us. */
    private void ask(Frame frame, Consumer<Boolean> next) {
        connection.send(frame, settings.connectTimeout()).then(ready, (answer, failure) -> {
            isAnswered |= failure == null;
            if (failure == null && (answer.equals("ok") || answer.equals("error"))) {
                next.accept(answer.equals("ok"));
            } else if (failure == null) {
                ready.completeExceptionally(
                        Answers.refusal(answer, frame, connection.server().toString()));
                connection.close();
            } else {
                ready.completeExceptionally(
                        failure instanceof ConnectionException
                                ? failure
                                : new ConnectionException(
                                        "the handshake with " + connection.server() + " failed", failure));
            }
        });
    }
}
