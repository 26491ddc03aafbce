package io.dflockd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Certificates;
import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.WireClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class SecretsInLogsTest {
    private static final String SECRET = "swordfish-7141";
    private static final String GUESS = "swordfish-0000";

    @RegisterExtension
    final ServerFixture servers = new ServerFixture();

    /** Everything that a connection can do wrong, and what it does right, at the finest level of logging. */
    @Test
    @Pitfall("TA-09")
    void noSecretAndNoTokenIsLoggedOrShownInStats() {
        List<String> confidential = new ArrayList<>(List.of(SECRET, GUESS));
        try (LogCapture log = LogCapture.ofEverything()) {
            String settings = ServerConfig.builder().authToken(SECRET).build().toString();
            DflockdServer server = servers.start(config -> config.authToken(SECRET));
            WireClient stranger = servers.client();
            assertThat(stranger.ask("auth", "_", GUESS)).isEqualTo("error_auth");
            stranger.expectEof();
            WireClient client = servers.client();
            assertThat(client.ask("auth", "_", SECRET)).isEqualTo("ok");
            assertThat(client.ask("auth", "_", SECRET)).isEqualTo("error");
            String token = client.ask("l", "k", "0").split(" ", -1)[1];
            confidential.add(token);
            confidential.add(token.substring(16));
            assertThat(client.ask("n", "k", token + " 0")).isEqualTo("error");
            assertThat(client.ask("r", "other", token)).isEqualTo("error");
            assertThat(client.ask("zz", token, SECRET)).isEqualTo("error");
            assertThat(client.ask("n", "k", token)).isEqualTo("ok 33");
            String stats = client.ask("stats", "_", "_");
            client.sendRaw("r\nk\n" + token + "x".repeat(300) + "\n");
            assertThat(client.readLine()).isEqualTo("error");
            client.expectEof();
            ServerFixture.awaitQuiet(server);
            server.close();

            String everything = String.join("\n", log.lines()) + stats + settings;
            assertThat(everything).contains("connection 1 opened", "authentication refused");
            assertThat(everything).doesNotContain(confidential.toArray(CharSequence[]::new));
        }
    }

    @Test
    @Pitfall("TA-09")
    void aSecretThatIsSentInTheClearToATlsPortIsNotLogged(@TempDir Path folder) {
        Certificates certificates = Certificates.in(folder);
        try (LogCapture log = LogCapture.ofEverything()) {
            DflockdServer server = servers.start(
                    config -> config.tlsCert(certificates.serverCert()).tlsKey(certificates.serverKey()));
            WireClient plain = servers.client();

            plain.send("auth", "_", SECRET);
            plain.expectEof();
            ServerFixture.awaitQuiet(server);
            server.close();

            String hex = HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8));
            assertThat(String.join("\n", log.lines()))
                    .contains("it does not speak TLS")
                    .doesNotContain(SECRET, hex);
        }
    }
}
