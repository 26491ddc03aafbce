package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and their two ends: 2.7 of PROTOCOL.md. */
final class ItemListTest {
    private static final String NO_LISTS = "\"lists\":[]";

    private final TestEngine engine = new TestEngine();
    private final TestClient alice = engine.client("alice");
    private final TestClient bob = engine.client("bob");

    @Test
    void hasALeftAndARightEnd() {
        assertThat(alice.ask("rpush", "jobs", "b")).isEqualTo("ok 1");
        assertThat(alice.ask("rpush", "jobs", "c")).isEqualTo("ok 2");
        assertThat(alice.ask("lpush", "jobs", "a")).isEqualTo("ok 3");
        assertThat(bob.ask("llen", "jobs", "")).isEqualTo("ok 3");
        assertThat(bob.ask("rpop", "jobs", "")).isEqualTo("ok c");
        assertThat(bob.ask("lpop", "jobs", "ignored")).isEqualTo("ok a");
        assertThat(bob.ask("rpop", "jobs", "ignored")).isEqualTo("ok b");
    }

    @Test
    void anAbsentListIsAnEmptyOne() {
        assertThat(alice.ask("llen", "jobs", "ignored")).isEqualTo("ok 0");
        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("nil");
        assertThat(alice.ask("rpop", "jobs", "")).isEqualTo("nil");
        assertThat(alice.ask("blpop", "jobs", "0")).isEqualTo("nil");
        assertThat(alice.ask("brpop", "jobs", "0")).isEqualTo("nil");
        assertThat(alice.ask("lrange", "jobs", "0 -1")).isEqualTo("ok []");

        assertThat(engine.stats()).contains(NO_LISTS);
    }

    @ParameterizedTest
    @CsvSource({"lpop, ''", "rpop, ''", "blpop, 0", "brpop, 0", "blpop, 9", "brpop, 9"})
    void disappearsWithItsLastItem(String command, String argument) {
        alice.ask("rpush", "jobs", "a");
        alice.ask("rpush", "jobs", "b");

        assertThat(alice.ask(command, "jobs", argument)).startsWith("ok ");
        assertThat(engine.stats()).contains("\"lists\":[{\"key\":\"jobs\",\"len\":1,");
        assertThat(alice.ask(command, "jobs", argument)).startsWith("ok ");

        assertThat(engine.stats()).contains(NO_LISTS);
        assertThat(engine.census().deadlines()).isZero();
    }

    @Test
    void blockingPopsTakeFromTheirSideWithoutWaiting() {
        for (String item : new String[] {"a", "b", "c", "d"}) {
            alice.ask("rpush", "jobs", item);
        }

        assertThat(bob.ask("blpop", "jobs", "9")).isEqualTo("ok a");
        assertThat(bob.ask("brpop", "jobs", "9")).isEqualTo("ok d");
        assertThat(bob.ask("blpop", "jobs", "0")).isEqualTo("ok b");
        assertThat(bob.ask("brpop", "jobs", "0")).isEqualTo("ok c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lpush", "rpush"})
    @Pitfall("CK-05")
    void anEmptyItemIsRefused(String command) {
        assertThat(alice.ask(command, "jobs", "")).isEqualTo("error");

        assertThat(engine.stats()).contains(NO_LISTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nil",
                "ok",
                "timeout",
                "0",
                "a\tb",
                "  a",
                "a  ",
                " ",
                "a b  c",
                "é鍵\ud83d\ude00",
                "\"",
                "\\n",
                "\u0001"
            })
    @Pitfall({"CK-05", "CK-12"})
    void anItemComesOutAsItWentIn(String item) {
        assertThat(alice.ask("rpush", "jobs", item)).isEqualTo("ok 1");

        assertThat(alice.ask("lpop", "jobs", "")).isEqualTo("ok " + item);
    }

    @Test
    void isAsLongAsAllowedAndNoLonger() {
        TestEngine small = new TestEngine(Settings.DEFAULT.withMaxListLength(2));
        TestClient client = small.client("client");
        client.ask("rpush", "jobs", "a");
        client.ask("rpush", "jobs", "b");

        assertThat(client.ask("rpush", "jobs", "c")).isEqualTo("error_list_full");
        assertThat(client.ask("lpush", "jobs", "c")).isEqualTo("error_list_full");
        assertThat(client.ask("lrange", "jobs", "0 -1")).isEqualTo("ok [\"a\",\"b\"]");
        assertThat(client.ask("rpush", "others", "c")).isEqualTo("ok 1");
        assertThat(client.ask("lpop", "jobs", "")).isEqualTo("ok a");
        assertThat(client.ask("lpush", "jobs", "c")).isEqualTo("ok 2");
    }

    @Test
    void twoNamesAreTwoLists() {
        alice.ask("rpush", "jobs", "a");
        alice.ask("rpush", "others", "b");

        assertThat(alice.ask("lpop", "others", "")).isEqualTo("ok b");
        assertThat(alice.ask("llen", "jobs", "")).isEqualTo("ok 1");
    }

    /** Long enough to grow, wrap around and shrink again, at both ends. */
    @Test
    void isADequeWhateverIsDoneToIt() {
        engine.unaudited();
        Random random = new Random(7);
        Deque<String> model = new ArrayDeque<>();
        for (int i = 0; i < 50_000; i++) {
            int bias = i / 1_000 % 2 == 0 ? 3 : 1; // it grows for a while, then it shrinks
            boolean left = random.nextBoolean();
            if (random.nextInt(4) < bias) {
                if (left) {
                    model.addFirst("item" + i);
                } else {
                    model.addLast("item" + i);
                }
                assertThat(alice.ask(left ? "lpush" : "rpush", "jobs", "item" + i))
                        .isEqualTo("ok " + model.size());
            } else {
                String expected = left ? model.pollFirst() : model.pollLast();
                assertThat(alice.ask(left ? "lpop" : "rpop", "jobs", ""))
                        .isEqualTo(expected == null ? "nil" : "ok " + expected);
            }
        }
        assertThat(JsonStrings.of(alice.ask("lrange", "jobs", "0 -1"))).containsExactlyElementsOf(model);
    }
}
