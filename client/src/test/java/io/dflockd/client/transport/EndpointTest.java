package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
    @ParameterizedTest
    @CsvSource({
        "lock1.example.com:7000, lock1.example.com, 7000",
        "lock1, lock1, 6388",
        "127.0.0.1:1, 127.0.0.1, 1",
        "[::1]:65535, ::1, 65535",
        "[::1], ::1, 6388",
        "[fe80::1%eth0]:7000, fe80::1%eth0, 7000",
    })
    void readsAHostAndAPort(String text, String host, int port) {
        assertThat(Endpoint.parse(text)).isEqualTo(new Endpoint(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock1:7000", "[::1]:7000"})
    void isWrittenAsItIsRead(String text) {
        assertThat(Endpoint.parse(text)).hasToString(text);
    }

    @Test
    void anAddressOfIpVersion6NeedsBrackets() {
        assertThatThrownBy(() -> Endpoint.parse("::1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[::1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":7000",
                "[]:7000",
                "lock1:",
                "lock1:x",
                "lock1:0",
                "lock1:-1",
                "lock1:65536",
                "lock1:7000 ",
                "lock1:99999999999",
                "[::1",
                "::1]",
                "[::1]7000",
                "[::1]x:7000",
                "lock 1:7000",
                "lock1\n:7000",
                "a]b:1",
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
