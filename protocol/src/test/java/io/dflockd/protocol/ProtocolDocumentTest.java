package io.dflockd.protocol;

import static io.dflockd.protocol.Field.*;
import static io.dflockd.protocol.ProtocolDocument.quotations;
import static io.dflockd.protocol.ProtocolDocument.quotedWords;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Command.Kind;
import io.dflockd.protocol.ProtocolDocument.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** PROTOCOL.md and the tables of this package say the same. */
final class ProtocolDocumentTest {
    private static final List<String> SECTIONS =
            List.of("2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.17");

    /** What the argument column says, and the fields that this means. */
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
            Map.entry("tag of a parked request", List.of(TAG)),
            Map.entry("`summary`, `key`, `session`, or ignored", List.of(SCOPE)),
            Map.entry("`token-or-fence reason`", List.of(HOLDER, REASON)),
            Map.entry("1 … 128 bytes, trimmed", List.of(LABEL)),
            Map.entry("what that needs to know, trimmed", List.of(ORDER)));

    private final ProtocolDocument document = new ProtocolDocument();

    private Stream<Row> commandRows() {
        return SECTIONS.stream().flatMap(section -> document.table(section).stream());
    }

    @Test
    void everyCommandIsInTheDocumentOnceAndTheReverse() {
        List<String> documented = commandRows()
                .flatMap(row -> quotations(row.cell("cmd")).stream())
                .toList();

        assertThat(documented).containsExactlyInAnyOrderElementsOf(words(command -> true));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandHasTheArgumentLineOfTheDocument() {
        return commandRows()
                .map(row -> DynamicTest.dynamicTest(row.cell("cmd"), () -> {
                    assertThat(ARGUMENTS).containsKey(row.cell("arg"));
                    for (String word : quotations(row.cell("cmd"))) {
                        assertThat(command(word).fields()).isEqualTo(ARGUMENTS.get(row.cell("arg")));
                    }
                }));
    }

    @Test
    void theCommandsOfTheConnectionAreThoseWithoutAKey() {
        assertThat(document.table("2.12").stream()
                        .map(row -> row.cell("cmd"))
                        .flatMap(cell -> quotations(cell).stream()))
                .containsExactlyInAnyOrderElementsOf(words(command -> !command.isKeyed()));
    }

    @Test
    void theStatusWordsAreThoseOfTheDocumentInItsOrder() {
        assertThat(document.table("2.14").stream()
                        .map(row -> row.cell("word"))
                        .flatMap(cell -> quotations(cell).stream()))
                .containsExactlyElementsOf(statusWords());
    }

    /** A reply cell may refer to another command ("as {@code l}"); everything else it quotes begins with a status. */
    @TestFactory
    Stream<DynamicTest> everyReplyOfTheDocumentBeginsWithAKnownWord() {
        return commandRows()
                .map(row -> DynamicTest.dynamicTest(row.cell("cmd"), () -> {
                    List<String> replies = replies(row).map(this::firstWord).toList();

                    assertThat(replies)
                            .isNotEmpty()
                            .allSatisfy(word -> assertThat(isStatus(word) || isCommand(word))
                                    .as(word)
                                    .isTrue());
                    assertThat(replies).anyMatch(word -> isCommand(word) || isSuccess(word));
                }));
    }

    private Stream<String> replies(Row row) {
        List<String> quoted = new ArrayList<>();
        for (String title : List.of("success", "replies", "other replies")) {
            if (row.has(title)) {
                quoted.addAll(quotations(row.cell(title).replace("ACQ", acquisitionRefusals())));
            }
        }
        return quoted.stream();
    }

    /** What {@code ACQ} stands for. */
    private String acquisitionRefusals() {
        String line = document.lineWith("2.1", "`ACQ` stands for");
        return line.substring(line.indexOf("refusals"));
    }

    private String firstWord(String reply) {
        return reply.split("[ \\[]", 2)[0];
    }

    private static boolean isSuccess(String word) {
        return isStatus(word) && Stream.of("ok", "acquired", "queued").anyMatch(word::equals);
    }

    @Test
    void theRefusalsOfAnAcquisitionAreErrors() {
        assertThat(quotations(acquisitionRefusals()))
                .hasSize(6)
                .allMatch(word -> word.startsWith("error_"))
                .allMatch(ProtocolDocumentTest::isStatus);
    }

    @Test
    void theCommandsThatBlockAreThoseThatMayPark() {
        String line = document.lineWith("4.14", "Blocking commands:");
        String list = line.substring(0, line.indexOf('.'));

        assertThat(quotedWords(list)).containsExactlyInAnyOrderElementsOf(words(Command::mayPark));
    }

    @Test
    void theCommandsThatSayTheyBlockAreThoseThatMayPark() {
        List<String> saying = commandRows()
                .filter(row -> row.has("effect") && row.cell("effect").contains("Blocks"))
                .flatMap(row -> quotations(row.cell("cmd")).stream())
                .toList();

        assertThat(words(Command::mayPark)).containsAll(saying);
    }

    @Test
    void theCommandsThatAlwaysCarryTheFenceAreThoseThatAlwaysShowIt() {
        String line = document.lineWith("3", "**always** carry it");

        assertThat(quotedWords(line)).containsExactlyInAnyOrderElementsOf(words(Command::alwaysShowsFence));
    }

    @Test
    void theCommandsThatCarryTheFenceOnRequestAreTheOtherOnesThatGrantOrRenew() {
        String line = document.lineWith("3", "**omitted by default**");
        String list = line.substring(0, line.indexOf("the fence field"));

        assertThat(quotedWords(list))
                .containsExactlyInAnyOrderElementsOf(
                        words(command -> grantsOrRenews(command) && !command.alwaysShowsFence()));
    }

    private static boolean grantsOrRenews(Command command) {
        return List.of(Kind.ACQUIRE, Kind.ENQUEUE, Kind.WAIT, Kind.RENEW).contains(command.kind());
    }

    /** {@code [F]} in a success cell is the fence on request, {@code <fence>} the one that is always there. */
    @TestFactory
    Stream<DynamicTest> everySuccessShowsTheFenceWhereTheCommandDoes() {
        return commandRows()
                .filter(row -> row.has("success"))
                .map(row -> DynamicTest.dynamicTest(row.cell("cmd"), () -> {
                    String success = row.cell("success");
                    for (String word : quotations(row.cell("cmd"))) {
                        Command command = command(word);
                        assertThat(success.contains("<fence>")).isEqualTo(command.alwaysShowsFence());
                        assertThat(success.contains("[F]"))
                                .isEqualTo(grantsOrRenews(command) && !command.alwaysShowsFence());
                    }
                }));
    }

    @Test
    void theCommandsThatFinishWhatIsHeldWorkWhileDraining() {
        String line = document.lineWith("4.17", "may finish:");
        String list = line.substring(0, line.indexOf("work normally"));

        assertThat(quotedWords(list)).containsExactlyInAnyOrderElementsOf(words(Command::worksWhileDraining));
    }

    @Test
    void theLeaderEventsAreThoseOfTheDocument() {
        Stream<String> announced = document.table("4.6").stream()
                .flatMap(row -> quotations(row.cell("events, in this order")).stream())
                .filter(word -> !isCommand(word) && !isStatus(word))
                .distinct();

        assertThat(announced)
                .containsExactlyInAnyOrderElementsOf(Stream.of(Push.LeaderEvent.values())
                        .map(Push.LeaderEvent::word)
                        .toList());
    }

    /** Watchers hear of the command by its own word, except that every slot is only taken and given back. */
    @Test
    void theWatchEventsAreCommandsOrTheTakingAndReleasingOfASlot() {
        List<Row> rows = document.table("4.7");

        assertThat(rows)
                .flatExtracting(row -> quotations(row.cell("event")))
                .filteredOn(event -> !isWatchRowComment(event))
                .allMatch(event -> isCommand(event) || event.equals("acquire") || event.equals("release"))
                .contains("acquire", "release", "elect", "resign", "kdel");
        assertThat(rows)
                .flatExtracting(row -> quotedWords(row.cell("operation that succeeded")))
                .filteredOn(word -> !isStatus(word))
                .isNotEmpty()
                .allMatch(ProtocolDocumentTest::isCommand);
    }

    private static boolean isWatchRowComment(String quotation) {
        return isStatus(quotation) || quotation.length() == 1; // "(`queued`: none)", "when `w` answers"
    }

    /** A command that changes something is in the table of watch events, unless the table says that it is silent. */
    @Test
    void everyCommandThatChangesSomethingHasItsWatchEvent() {
        List<String> announced = document.table("4.7").stream()
                .filter(row -> !row.cell("event").equals("none"))
                .flatMap(row -> quotedWords(row.cell("operation that succeeded")).stream())
                .distinct()
                .filter(word -> !isStatus(word))
                .toList();

        assertThat(announced)
                .containsExactlyInAnyOrderElementsOf(
                        words(command -> changesSomething(command) && command != Command.SIGNAL));
    }

    private static boolean changesSomething(Command command) {
        return switch (command.kind()) {
            case ACQUIRE, ENQUEUE, WAIT, RELEASE, FORCE, WRITE, TAKE -> true;
            case RENEW, READ, MEET, SUBSCRIBE, CONNECTION -> false;
        };
    }

    private static List<String> words(Predicate<Command> which) {
        return Stream.of(Command.values()).filter(which).map(Command::word).toList();
    }

    private static List<String> statusWords() {
        return Stream.of(Status.values()).map(Status::word).toList();
    }

    private static boolean isStatus(String word) {
        return statusWords().contains(word);
    }

    private static boolean isCommand(String word) {
        return words(command -> true).contains(word);
    }

    private static Command command(String word) {
        return Stream.of(Command.values())
                .filter(command -> command.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no command " + word));
    }
}
