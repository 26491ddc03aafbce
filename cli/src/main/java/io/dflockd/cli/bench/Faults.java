package io.dflockd.cli.bench;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Map;
import javax.net.ssl.SSLException;

/** What can go wrong between us and the server, each in one line. */
record Faults(Server server) {
    private static final Map<String, String> LIMITS = Map.of(
            "error_max_locks", "--max-locks",
            "error_max_keys", "--max-keys",
            "error_max_waiters", "--max-waiters");

    /** An answer that is none of those which the request should get. */
    static BenchFailed unexpected(String command, String reply) {
        if (reply.equals("error_auth")) {
            return new BenchFailed("the server refused the token, or asks for one: see --auth-token-file");
        }
        if (command.equals("auth") && reply.equals("error")) {
            return new BenchFailed("the server asks for no token: leave it out");
        }
        if (reply.equals("error_draining")) {
            return new BenchFailed("the server is stopping");
        }
        String limit = LIMITS.get(reply);
        return new BenchFailed("the server answered '" + reply + "' to '" + command + "'"
                + (limit == null ? "" : ": this run needs a higher " + limit + " of the server"));
    }

    BenchFailed closed(boolean everAnswered) {
        return new BenchFailed(
                everAnswered
                        ? server + " closed a connection"
                        : server + " closed a connection without an answer: does it take "
                                + (server.tls() ? "fewer connections?" : "TLS only, or fewer connections?"));
    }

    BenchFailed broken(Throwable cause, boolean everAnswered) {
        boolean closed = cause instanceof ClosedChannelException || isReset(cause);
        return closed ? closed(everAnswered) : unreachable(cause);
    }

    /** No connection came about. */
    BenchFailed unreachable(Throwable cause) {
        return new BenchFailed("cannot connect to " + server + ": " + reason(innermost(cause)));
    }

    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof UnknownHostException) {
            return "no such host";
        }
        if (cause instanceof ConnectTimeoutException) {
            return "no answer";
        }
        if (message.contains("Connection refused")) {
            return "nobody listens there";
        }
        if (cause instanceof NotSslRecordException
                || cause instanceof SslHandshakeTimeoutException
                || cause instanceof ClosedChannelException
                || isReset(cause)) {
            return "it does not speak TLS";
        }
        if (cause instanceof CertificateException || message.contains("certification path")) {
            return "its certificate is not trusted (" + message + "); see --tls-ca and --insecure";
        }
        return message;
    }

    private static boolean isReset(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("reset by peer") || message.contains("Broken pipe");
    }

    /** What Netty and the TLS engine have wrapped. */
    private static Throwable innermost(Throwable cause) {
        Throwable inner = cause;
        while (inner.getCause() != null && (inner instanceof DecoderException || inner instanceof SSLException)) {
            inner = inner.getCause();
        }
        return inner;
    }
}
