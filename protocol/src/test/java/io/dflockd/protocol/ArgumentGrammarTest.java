package io.dflockd.protocol;

import static io.dflockd.protocol.Frames.fault;
import static io.dflockd.protocol.Frames.parse;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The spelling of numbers and the count of fields, for every command that has any. */
final class ArgumentGrammarTest {
    private static final Set<Field> NUMBERS =
            EnumSet.of(Field.TIMEOUT, Field.LEASE, Field.LIMIT, Field.COUNT, Field.AMOUNT, Field.START, Field.STOP);

    /** One number in the argument line of one command; the other fields are good. */
    record Position(Command command, int index) {
        Field field() {
            return command.fields().get(index);
        }

        String argumentWith(String spelling) {
            List<String> fields = goodFields(command);
            fields.set(index, spelling);
            return String.join(" ", fields);
        }

        @Override
        public String toString() {
            return command.usage() + ", the " + field();
        }
    }

    private static List<String> goodFields(Command command) {
        List<String> fields = new ArrayList<>();
        for (Field field : command.fields()) {
            fields.add(field == Field.TOKEN ? "token" : "1");
        }
        return fields;
    }

    static Stream<Command> commandsWithFields() {
        return Stream.of(Command.values())
                .filter(command ->
                        command.fields().stream().anyMatch(field -> field == Field.TOKEN || NUMBERS.contains(field)));
    }

    static Stream<Position> numbers() {
        return commandsWithFields()
                .flatMap(command -> Stream.iterate(0, index -> index + 1)
                        .limit(command.fields().size())
                        .map(index -> new Position(command, index)))
                .filter(position -> NUMBERS.contains(position.field()));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    @Pitfall("PP-08")
    void aNumberIsAnOptionalSignAndDigits(Position position) throws ProtocolException {
        for (String spelling : List.of("1", "+1", "01", "+0001", "00000000000000000000000000001")) {
            Request request = parse(position.command().word(), "k", position.argumentWith(spelling));

            assertThat(request.number(position.field())).as(spelling).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("numbers")
    @Pitfall("PP-08")
    void blanksAroundANumberAreIgnored(Position position) throws ProtocolException {
        for (String spelling : List.of(" 1", "1 ", "\t1\t", "\u000b1\f", "\r 1", "  1  ")) {
            Request request = parse(position.command().word(), "k", position.argumentWith(spelling));

            assertThat(request.number(position.field())).as(spelling).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("numbers")
    @Pitfall("PP-08")
    void nothingElseIsANumber(Position position) {
        List<String> spellings = List.of(
                "x", "1.0", "1.", ".1", "1e3", "0x1", "1_0", "1,000", "--1", "++1", "+-1", "-+1", "+", "-", "1-", "1+",
                "1L", "0b1", "½", "²", "١", "１", "१", "\u00a01", "1\u00a0", "1\u2003", "1\u0000", "\u00001", "−1", "∞",
                "NaN");
        for (String spelling : spellings) {
            assertThat(fault(position.command().word(), "k", position.argumentWith(spelling)))
                    .as(spelling)
                    .isEqualTo(Fault.BAD_INTEGER);
        }
    }

    @ParameterizedTest
    @MethodSource("numbers")
    @Pitfall({"PP-08", "LC-06"})
    void aNumberHasTheBoundsOfItsField(Position position) throws ProtocolException {
        long least = switch (position.field()) {
            case TIMEOUT -> 0;
            case LEASE, LIMIT, COUNT -> 1;
            default -> Long.MIN_VALUE;
        };
        long most = switch (position.field()) {
            case TIMEOUT, LEASE -> 9_223_372_036L;
            case LIMIT, COUNT -> 1_048_576;
            default -> Long.MAX_VALUE;
        };
        String word = position.command().word();

        assertThat(parse(word, "k", position.argumentWith("" + least)).number(position.field()))
                .isEqualTo(least);
        assertThat(parse(word, "k", position.argumentWith("" + most)).number(position.field()))
                .isEqualTo(most);
        assertThat(fault(word, "k", position.argumentWith(oneBelow(least)))).isNotNull();
        assertThat(fault(word, "k", position.argumentWith(oneAbove(most)))).isNotNull();
    }

    private static String oneBelow(long number) {
        return BigInteger.valueOf(number).subtract(BigInteger.ONE).toString();
    }

    private static String oneAbove(long number) {
        return BigInteger.valueOf(number).add(BigInteger.ONE).toString();
    }

    @ParameterizedTest
    @MethodSource("numbers")
    @Pitfall("PP-08")
    void numbersBeyond64BitsAreRefused(Position position) {
        List<String> spellings = List.of(
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616",
                "18446744073709551617",
                "99999999999999999999",
                "-99999999999999999999",
                "9".repeat(200));
        for (String spelling : spellings) {
            assertThat(fault(position.command().word(), "k", position.argumentWith(spelling)))
                    .as(spelling)
                    .isEqualTo(Fault.BAD_INTEGER);
        }
    }

    @ParameterizedTest
    @MethodSource("commandsWithFields")
    @Pitfall("PP-09")
    void aFieldTooManyIsRefused(Command command) throws ProtocolException {
        String argument = String.join(" ", goodFields(command));
        assertThat(fault(command.word(), "k", argument)).isNull();

        String tooMany = argument + " 1";

        if (command.fields().equals(List.of(Field.TOKEN))) {
            assertThat(parse(command.word(), "k", tooMany).isTokenWellFormed())
                    .as("the whole line is the token, and no grant has it")
                    .isFalse();
        } else {
            assertThat(fault(command.word(), "k", tooMany)).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("commandsWithFields")
    @Pitfall("PP-09")
    void onlyTheLeaseMayBeLeftOut(Command command) {
        List<Field> fields = command.fields();
        int needed = fields.size() - (fields.contains(Field.LEASE) ? 1 : 0);

        for (int count = 0; count < fields.size(); count++) {
            String argument = String.join(" ", goodFields(command).subList(0, count));

            assertThat(fault(command.word(), "k", argument) == null)
                    .as("'%s' is accepted", argument)
                    .isEqualTo(count == needed);
        }
    }

    @ParameterizedTest
    @MethodSource("commandsWithoutFields")
    @Pitfall("PP-09")
    void commandsWithoutFieldsIgnoreTheirArgument(Command command) {
        for (String argument : List.of("", "_", "x", "1 2 3", "\t")) {
            assertThat(fault(command.word(), "k", argument)).as(argument).isNull();
        }
    }

    static Stream<Command> commandsWithoutFields() {
        return Stream.of(Command.values()).filter(command -> command.fields().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("commandsWithFields")
    void fieldsAreSplitAtRunsOfBlanks(Command command) {
        for (String blanks : List.of("  ", "\t", " \t \u000b\f\r ")) {
            assertThat(fault(command.word(), "k", blanks + String.join(blanks, goodFields(command)) + blanks))
                    .isNull();
        }
    }
}
