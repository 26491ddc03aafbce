package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.transport.Endpoint;
import io.dflockd.testkit.Pitfall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerListTest {
    @Test
    @Pitfall("SH-03")
    void isNeverEmpty() {
        assertThatThrownBy(() -> DflockdOptions.builder().servers(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at least one server is needed");
        assertThatThrownBy(Dflockd::connect)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at least one server is needed");
    }

    @Test
    @Pitfall("SH-04")
    void keepsItsOrderWhateverTheCallerDoesWithTheListLater() {
        List<String> callers = new ArrayList<>(List.of("two", "one:7000", "[::1]:7001"));
        DflockdOptions.Builder builder = DflockdOptions.builder().servers(callers);
        callers.set(0, "three");
        DflockdOptions options = builder.build();
        callers.clear();
        builder.servers("four");

        assertThat(options.servers)
                .containsExactly(new Endpoint("two", 6388), new Endpoint("one", 7000), new Endpoint("::1", 7001));
        assertThatThrownBy(() -> options.servers.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Pitfall("SH-04")
    void keepsItsOwnCopyOfAnArray() {
        String[] callers = {"one", "two"};
        DflockdOptions.Builder builder = DflockdOptions.builder().servers(callers);
        callers[0] = "three";

        assertThat(builder.build().servers).containsExactly(new Endpoint("one", 6388), new Endpoint("two", 6388));
    }

    @ParameterizedTest
    @CsvSource({
        "lock1,        lock1",
        "lock1,        lock1:6388",
        "lock1:6388,   LOCK1",
        "[::1],        [::1]:6388",
        "127.0.0.1,    127.0.0.1:6388"
    })
    @Pitfall("SH-04")
    void namesEachServerOnce(String address, String again) {
        DflockdOptions.Builder builder = DflockdOptions.builder();

        assertThatThrownBy(() -> builder.servers(address, "lock2", again))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a server is named twice in ");
    }

    @Test
    @Pitfall("SH-04")
    void mayNameOneHostWithSeveralPorts() {
        assertThat(DflockdOptions.builder().servers("lock1", "lock1:6389").build().servers)
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ":6388", "lock1:", "lock1:port", "lock1:0", "lock1:65536", "lock1:-1", "::1"})
    void refusesWhatIsNoAddress(String address) {
        assertThatThrownBy(() -> DflockdOptions.builder().servers(address))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
