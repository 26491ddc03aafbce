package io.dflockd.client.transport;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How connections are made and kept.
 *
 * @param connectTimeout for the address of the host, the connection, TLS and the first requests together
 * @param pingInterval after how much silence the server is asked whether it is there; zero: never
 * @param answerTimeout how long an answer may take beyond what its request may wait on the server
 * @param authToken the shared secret, if the server asks for one
 * @param name what the session is called in the server's figures, or null for nothing
 * @param tls what the server's certificate is checked against, or null for a connection in the clear
 * @param verifiesHostName whether the certificate must be for the host that was asked for
 */
public record ConnectionSettings(
        Duration connectTimeout,
        Duration pingInterval,
        Duration answerTimeout,
        @Nullable String authToken,
        @Nullable String name,
        @Nullable SSLContext tls,
        boolean verifiesHostName) {

    /** In the clear, without a secret, and with times that suit most networks. */
    public static final ConnectionSettings DEFAULT = new ConnectionSettings(
            Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(5), null, null, null, true);

    /** The settings for one of so many servers that are tried in turn: one that is silent takes its share of the time only. */
    public ConnectionSettings forOneOf(int servers) {
        Duration share = Timers.bounded(connectTimeout).dividedBy(servers);
        return new ConnectionSettings(share, pingInterval, answerTimeout, authToken, name, tls, verifiesHostName);
    }

    /** Secrets do not belong in logs. */
    @Override
    public String toString() {
        return "ConnectionSettings[connectTimeout=" + connectTimeout + ", pingInterval=" + pingInterval
                + ", answerTimeout=" + answerTimeout + ", auth=" + (authToken != null) + ", tls=" + (tls != null) + "]";
    }
}
