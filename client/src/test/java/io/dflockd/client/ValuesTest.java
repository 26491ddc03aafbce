package io.dflockd.client;

import static io.dflockd.client.Patience.PATIENCE;
import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.client.exceptions.MaxKeysException;
import io.dflockd.testkit.WireClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ValuesTest extends OnServer {
    private static final Duration SHORT = Duration.ofMillis(1); // one second on the wire
    private static final Duration LONG = Duration.ofHours(1);

    private final Values values = client.values();

    ValuesTest() {
        super(config -> config.maxKeys(3));
    }

    @Test
    void keepsWhatWasPut() {
        assertThat(values.get("region")).isEmpty();

        values.put("region", "north");
        assertThat(values.get("region")).contains("north");

        values.put("region", "south", LONG);
        assertThat(values.get("region")).contains("south");
    }

    @Test
    void forgetsWhatWasRemoved() {
        values.put("region", "north");

        values.remove("region");
        values.remove("region");

        assertThat(values.get("region")).isEmpty();
    }

    @Test
    void putsOnlyWhereThereIsNothing() {
        assertThat(values.putIfAbsent("region", "north")).isTrue();
        assertThat(values.putIfAbsent("region", "south")).isFalse();
        assertThat(values.putIfAbsent("region", "south", LONG)).isFalse();
        assertThat(values.putIfAbsent("other", "east", LONG)).isTrue();
        assertThat(values.get("region")).contains("north");
        assertThat(values.get("other")).contains("east");
    }

    @Test
    void replacesOnlyWhatIsExpected() {
        assertThat(values.replace("region", "north", "south")).isFalse();
        assertThat(values.get("region")).isEmpty();

        values.put("region", "north");

        assertThat(values.replace("region", "west", "south")).isFalse();
        assertThat(values.replace("region", "north", "south")).isTrue();
        assertThat(values.replace("region", "south", "east", LONG)).isTrue();
        assertThat(values.get("region")).contains("east");
    }

    @Test
    void forgetsWhatHasLivedLongEnough() {
        values.put("a", "x", SHORT);
        values.putIfAbsent("b", "x", SHORT);
        values.put("c", "x");
        values.replace("c", "x", "y", SHORT);

        eventually()
                .untilAsserted(() -> assertThat(List.of(values.get("a"), values.get("b"), values.get("c")))
                        .containsOnly(Optional.empty()));
    }

    @Test
    void keepsForGoodWhatReplacesAShortLivedValue() {
        values.put("kept", "x", SHORT);
        values.put("gone", "x", SHORT);

        values.put("kept", "y");

        eventually().untilAsserted(() -> assertThat(values.get("gone")).isEmpty());
        assertThat(values.get("kept")).contains("y");
    }

    @Test
    void doesTheSameWithoutWaiting() {
        assertThat(values.putAsync("region", "north")).succeedsWithin(PATIENCE);
        assertThat(values.putAsync("region", "west", LONG)).succeedsWithin(PATIENCE);
        assertThat(values.getAsync("region")).succeedsWithin(PATIENCE).isEqualTo(Optional.of("west"));
        assertThat(values.putIfAbsentAsync("region", "x"))
                .succeedsWithin(PATIENCE)
                .isEqualTo(false);
        assertThat(values.putIfAbsentAsync("other", "x", LONG))
                .succeedsWithin(PATIENCE)
                .isEqualTo(true);
        assertThat(values.replaceAsync("region", "x", "y"))
                .succeedsWithin(PATIENCE)
                .isEqualTo(false);
        assertThat(values.replaceAsync("region", "west", "y", LONG))
                .succeedsWithin(PATIENCE)
                .isEqualTo(true);
        assertThat(values.removeAsync("region")).succeedsWithin(PATIENCE);
        assertThat(values.get("region")).isEmpty();
    }

    @Test
    void keepsAnyLettersAndBlanks() {
        values.put("größe", "  30 µm, 木 and 🦊 ");

        assertThat(values.get("größe")).contains("  30 µm, 木 and 🦊 ");
        assertThat(values.replace("größe", "  30 µm, 木 and 🦊 ", "🦊")).isTrue();
    }

    @Test
    void refusesWhatCannotBeAValue() {
        assertThatIllegalArgumentException().isThrownBy(() -> values.put("k", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> values.put("k", "a\tb"));
        assertThatIllegalArgumentException().isThrownBy(() -> values.put("k", "a\nb"));
        assertThatIllegalArgumentException().isThrownBy(() -> values.put("k", "x".repeat(1_048_577)));
        assertThatIllegalArgumentException().isThrownBy(() -> values.put("k", "a", Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> values.replace("k", "", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> values.getAsync("two words"));
    }

    @Test
    void areRefusedWhenTheServerHasTooManyKeys() {
        values.put("a", "x");
        values.put("b", "x");
        values.put("c", "x");

        assertThatThrownBy(() -> values.put("d", "x"))
                .isInstanceOf(MaxKeysException.class)
                .hasMessageContainingAll("'d'", server.address());
        assertThatThrownBy(() -> values.putIfAbsent("d", "x")).isInstanceOf(MaxKeysException.class);
        values.put("a", "y");
    }

    @Test
    void liveEachOnTheServerOfTheirKey() {
        try (TestServer other = TestServer.start();
                Dflockd both = Dflockd.connect(server.address(), other.address());
                WireClient first = server.wireClient();
                WireClient second = other.wireClient()) {
            List<WireClient> wires = List.of(first, second);
            List<String> keys = List.of("a", "b", "c", "d");

            keys.forEach(key -> both.values().put(key, "of " + key));

            assertThat(keys).extracting(key -> Sharding.CRC_32.indexOf(key, 2)).contains(0, 1);
            for (String key : keys) {
                int home = Sharding.CRC_32.indexOf(key, 2);
                assertThat(wires.get(home).ask("kget", key, "")).isEqualTo("ok of " + key);
                assertThat(wires.get(1 - home).ask("kget", key, "")).isEqualTo("nil");
                assertThat(both.values().get(key)).contains("of " + key);
            }
        }
    }
}
