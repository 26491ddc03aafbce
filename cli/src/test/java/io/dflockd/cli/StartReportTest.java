package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dflockd.server.ServerConfig;
import io.dflockd.server.Transport;
import io.dflockd.testkit.Pitfall;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class StartReportTest {
    private static final String NO_AUTH =
            "anybody who reaches this address may use the server: set --auth-token-file or --tls-client-ca";
    private static final String NO_LIMIT =
            "one client may take every connection: set --max-connections or --max-connections-per-ip";

    private final Logger logger = (Logger) LoggerFactory.getLogger(StartReport.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        logger.addAppender(events);
        events.start();
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(events);
        logger.setLevel(null);
    }

    @Test
    void saysWhereTheServerListensAndHowItIsGuarded() {
        ServerConfig config = ServerConfig.builder().authToken("hush").build();

        StartReport.log(config, address("127.0.0.1", 7000), Transport.EPOLL);

        assertThat(messages())
                .containsExactly("dflockd " + Version.text()
                        + " listening on 127.0.0.1:7000 (transport epoll, TLS off, auth on)");
    }

    @Test
    void tellsThatClientsNeedCertificates() {
        Path file = Path.of("some.pem");
        ServerConfig config = ServerConfig.builder()
                .tlsCert(file)
                .tlsKey(file)
                .tlsClientCa(file)
                .build();

        StartReport.log(config, address("::1", 7000), Transport.NIO);

        assertThat(messages())
                .singleElement()
                .asString()
                .endsWith("listening on [::1]:7000 (transport nio, TLS on with client certificates, auth off)");
    }

    @Test
    @Pitfall("SL-11")
    void warnsOfADoorThatIsOpenToEverybody() {
        ServerConfig config = ServerConfig.builder().build();

        StartReport.log(config, address("0.0.0.0", 6388), Transport.EPOLL);

        assertThat(messages()).hasSize(3).contains(NO_AUTH, NO_LIMIT);
        assertThat(messages().get(0)).contains(" listening on *:6388 ");
    }

    @Test
    @Pitfall("SL-11")
    void doesNotWarnWhenTheDoorIsGuarded() {
        ServerConfig config = ServerConfig.builder()
                .authToken("hush")
                .maxConnectionsPerIp(100)
                .build();

        StartReport.log(config, address("::", 6388), Transport.EPOLL);

        assertThat(messages()).hasSize(1);
    }

    @SuppressWarnings("AddressSelection") // these are numbers, so there is nothing to select from
    private static InetSocketAddress address(String number, int port) {
        return new InetSocketAddress(number, port);
    }

    private List<String> messages() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
