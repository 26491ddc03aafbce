package io.dflockd.protocol;

import static io.dflockd.protocol.Field.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table of commands and the words of replies, held against PROTOCOL.md. */
final class CommandTest {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** What the argument column of PROTOCOL.md says, and the fields that this means. */
    private static final Map<String, List<Field>> ARGUMENTS = Map.ofEntries(
            Map.entry("ignored", List.of()),
            Map.entry("`timeout`", List.of(TIMEOUT)),
            Map.entry("`timeout [lease]`", List.of(TIMEOUT, LEASE)),
            Map.entry("`timeout limit [lease]`", List.of(TIMEOUT, LIMIT, LEASE)),
            Map.entry("`limit [lease]`", List.of(LIMIT, LEASE)),
            Map.entry("`[lease]`", List.of(LEASE)),
            Map.entry("`token`", List.of(TOKEN)),
            Map.entry("`token [lease]`", List.of(TOKEN, LEASE)),
            Map.entry("`i64`", List.of(AMOUNT)),
            Map.entry("`value`", List.of(VALUE)),
            Map.entry("`value` or `value TAB secs`", List.of(VALUE_AND_TTL)),
            Map.entry("`old TAB new TAB [secs]`", List.of(OLD_NEW_AND_TTL)),
            Map.entry("`start stop` (two `int`)", List.of(START, STOP)),
            Map.entry("`count timeout`", List.of(COUNT, TIMEOUT)),
            Map.entry("`[group]` (trimmed; may contain inner blanks)", List.of(GROUP)),
            Map.entry("`[group]`", List.of(GROUP)),
            Map.entry("`payload`", List.of(VALUE)),
            Map.entry("token, trimmed", List.of(SECRET)),
            Map.entry("`on` or `off`, trimmed", List.of(SWITCH)),
            Map.entry("tag of a parked request", List.of(TAG)));

    private final List<String> protocol;

    CommandTest() throws IOException {
        protocol = Files.readAllLines(Project.root().resolve("PROTOCOL.md"));
    }

    @Test
    void theTableIsThatOfTheProtocol() {
        assertThat(words(command -> true))
                .isEqualTo(new TreeSet<>(documentedArguments().keySet()));
    }

    @Test
    void everyCommandHasTheArgumentLineOfTheProtocol() {
        documentedArguments().forEach((word, argument) -> {
            assertThat(ARGUMENTS).as("the argument of %s", word).containsKey(argument);
            assertThat(find(word).fields()).as(word).isEqualTo(ARGUMENTS.get(argument));
        });
    }

    @Test
    void everyStatusOfTheProtocolIsKnownAndTheReverse() {
        Set<String> documented = rows("### 2.14 ", "### 2.15 ")
                .flatMap(row -> quoted(row.get(0)))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> known = Stream.of(Status.values()).map(Status::word).collect(Collectors.toCollection(TreeSet::new));

        assertThat(known).isEqualTo(documented);
    }

    @Test
    void blockingCommandsAreThoseOfTheProtocol() {
        assertThat(words(Command::mayPark)).isEqualTo(listed("Blocking commands: "));
    }

    @Test
    void readWriteLocksAndElectionsAlwaysShowTheFence() {
        assertThat(words(Command::alwaysShowsFence))
                .containsExactlyInAnyOrder("rl", "wl", "re", "we", "rw", "ww", "rn", "wn", "elect");
    }

    @Test
    void whoHoldsMayFinishWhileTheServerDrains() {
        assertThat(words(Command::worksWhileDraining))
                .containsExactlyInAnyOrder(
                        "r", "sr", "rr", "wr", "resign", "n", "sn", "rn", "wn", "stats", "ping", "w", "sw", "rw", "ww");
    }

    @Test
    void commandsOfTheConnectionHaveNoKey() {
        Set<String> documented = rows("### 2.12 ", "### 2.13 ")
                .flatMap(row -> quoted(row.get(0)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(words(command -> !command.isKeyed())).isEqualTo(documented);
    }

    @Test
    void everyCommandIsFoundByItsWordAlone() {
        for (Command command : Command.values()) {
            assertThat(find(command.word())).isEqualTo(command);
            assertThat(findOrNull(command.word() + "x")).isNotEqualTo(command);
            assertThat(findOrNull("x" + command.word())).isNotEqualTo(command);
        }
        assertThat(findOrNull("")).isNull();
    }

    @Test
    void theUsageReadsLikeTheProtocol() {
        assertThat(Command.SEMAPHORE.usage()).isEqualTo("sl: <timeout> <limit> [<lease>]");
        assertThat(Command.LOCK_RELEASE.usage()).isEqualTo("r: <token>");
    }

    /** The argument column of all commands of section 2, by command. */
    private Map<String, String> documentedArguments() {
        Map<String, String> arguments = new LinkedHashMap<>();
        rows("### 2.2 ", "### 2.10 ")
                .forEach(row -> quoted(row.get(0)).forEach(word -> arguments.put(word, row.get(1))));
        rows("### 2.10 ", "### 2.13 ")
                .forEach(row -> quoted(row.get(0)).forEach(word -> arguments.put(word, row.get(2))));
        return arguments;
    }

    /** The table rows between two headings whose first cell has something quoted. */
    private Stream<List<String>> rows(String from, String to) {
        return protocol.stream()
                .dropWhile(line -> !line.startsWith(from))
                .takeWhile(line -> !line.startsWith(to))
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList());
    }

    private static Stream<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map(found -> found.group(1));
    }

    /** The words of the first quotation behind this text. */
    private Set<String> listed(String text) {
        String line = protocol.stream()
                .filter(each -> each.startsWith(text))
                .findFirst()
                .orElseThrow();
        MatchResult found = QUOTED.matcher(line).results().findFirst().orElseThrow();
        return new TreeSet<>(List.of(found.group(1).split(" ")));
    }

    private static Set<String> words(Predicate<Command> which) {
        return Stream.of(Command.values())
                .filter(which)
                .map(Command::word)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Command find(String word) {
        Command command = findOrNull(word);
        if (command == null) {
            throw new AssertionError("there is no command " + word);
        }
        return command;
    }

    private static @Nullable Command findOrNull(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        return Command.find(bytes, 0, bytes.length);
    }
}
