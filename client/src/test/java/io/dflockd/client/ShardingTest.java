package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Pitfall;
import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShardingTest {
    private static final Pattern KEY = Pattern.compile("`([^`]+)`(?: repeated (\\d+) times)?.*");
    private static final Pattern CELL = Pattern.compile("\\s*\\|\\s*");

    /** A row of the table: where the key lives, for each number of servers in the table's head. */
    record Row(String key, long sum, List<Integer> servers, List<Integer> indexes) {
        @Override
        public String toString() {
            return key;
        }
    }

    static List<Row> table() throws IOException {
        List<String[]> lines = Files.readString(Project.root().resolve("PROTOCOL.md"))
                .lines()
                .dropWhile(line -> !line.equals("### 6.1 Sharding"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("### "))
                .filter(line -> line.startsWith("| "))
                .map(line -> CELL.split(line.substring(2)))
                .toList();
        List<Integer> servers = numbers(lines.get(0), "n=");
        return lines.stream()
                .skip(1)
                .map(cells -> new Row(key(cells[0]), Long.parseLong(cells[1]), servers, numbers(cells, "")))
                .toList();
    }

    private static String key(String cell) {
        Matcher written = KEY.matcher(cell);
        assertThat(written.matches()).as(cell).isTrue();
        String times = written.group(2);
        return written.group(1).repeat(times == null ? 1 : Integer.parseInt(times));
    }

    /** Those behind the key, its sum and its sum in hex. */
    private static List<Integer> numbers(String[] cells, String prefix) {
        return Stream.of(cells)
                .skip(3)
                .map(cell -> Integer.valueOf(cell.substring(prefix.length())))
                .toList();
    }

    @Test
    @Pitfall("SH-01")
    void theTableHasSumsBeyond31BitsAndKeysBeyondAscii() throws IOException {
        assertThat(table())
                .hasSizeGreaterThanOrEqualTo(10)
                .anyMatch(row -> row.sum() > Integer.MAX_VALUE)
                .anyMatch(row -> row.key().chars().anyMatch(letter -> letter > 127))
                .allMatch(row -> row.servers().equals(List.of(1, 2, 3, 5, 7, 16)));
    }

    @ParameterizedTest
    @MethodSource("table")
    @Pitfall("SH-01")
    void agreesWithAllOtherClients(Row row) {
        List<Integer> found = row.servers().stream()
                .map(servers -> Sharding.CRC_32.indexOf(row.key(), servers))
                .toList();

        assertThat(found).isEqualTo(row.indexes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    @Pitfall("SH-03")
    void refusesToChooseAmongNoServers(int servers) {
        assertThatThrownBy(() -> Sharding.CRC_32.indexOf("orders", servers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no server for 'orders' among " + servers);
    }
}
