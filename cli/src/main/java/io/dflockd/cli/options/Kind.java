package io.dflockd.cli.options;

import io.dflockd.server.ServerConfig;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a setting takes: its name in the help, the words for somebody who wrote something else, and the way from text to
 * value.
 *
 * @param parser throws {@link IllegalArgumentException} for a text that is not taken
 */
public record Kind<T>(String label, String takes, Function<String, T> parser) {
    public static final Kind<String> ADDRESS = new Kind<>("ADDRESS", "a host name or an address", Kind::notEmpty);
    public static final Kind<String> SECRET = new Kind<>("TOKEN", "a secret of one line", text -> text);
    public static final Kind<Boolean> SWITCH = new Kind<>("", "true or false (or 1, 0, yes, no)", Kind::onOrOff);
    public static final Kind<Path> FILE = new Kind<>("FILE", "the path of a file", text -> Path.of(notEmpty(text)));
    public static final Kind<Path> DIRECTORY =
            new Kind<>("DIR", "the path of a directory", text -> Path.of(notEmpty(text)));
    public static final Kind<Path> READABLE_FILE = new Kind<>("FILE", "a file that can be read", Kind::readable);
    public static final Kind<String> NODE_NAME = new Kind<>("NAME", "1 to 32 of a-z, 0-9 and -", Kind::nodeName);

    private static final String SECONDS = "SECONDS";
    private static final Pattern FRACTION = Pattern.compile("[0-9]+([.][0-9]+)?");
    private static final Pattern NODE = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]+");

    public static Kind<Integer> number(int least) {
        return new Kind<>("N", "a whole number, at least " + least, text -> between(least, Integer.MAX_VALUE, text));
    }

    public static Kind<Integer> number(int least, int most) {
        return new Kind<>("N", "a whole number from " + least + " to " + most, text -> between(least, most, text));
    }

    public static Kind<Duration> seconds(int least) {
        return new Kind<>(SECONDS, "whole seconds, at least " + least, text -> atLeast(least, text));
    }

    /** Seconds with or without a fraction. */
    public static Kind<Duration> fraction(String least) {
        return new Kind<>(
                SECONDS, "seconds, at least " + least + ", such as 2.5", text -> atLeast(new BigDecimal(least), text));
    }

    /** One of the names of an enum, in lower case. */
    public static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
        List<E> choices = Arrays.asList(type.getEnumConstants());
        String words = choices.stream().map(Kind::word).collect(Collectors.joining(", "));
        return new Kind<>("NAME", "one of " + words, text -> choice(choices, text));
    }

    public boolean isTime() {
        return label.equals(SECONDS);
    }

    public boolean isSwitch() {
        return equals(SWITCH);
    }

    public boolean isSecret() {
        return equals(SECRET);
    }

    public T parse(String text) {
        return parser.apply(text);
    }

    /** The text in its plainest spelling: {@code YES} is {@code true}, and a clamped time shows what it became. */
    public String plain(String text) {
        return textOf(parse(text));
    }

    /** The value as somebody would write it. */
    public String textOf(T value) {
        if (value instanceof Duration time) {
            return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString();
        }
        return value instanceof Enum<?> choice ? word(choice) : String.valueOf(value);
    }

    private static String notEmpty(String text) {
        require(!text.isBlank());
        return text;
    }

    private static String nodeName(String text) {
        require(NODE.matcher(text).matches());
        return text;
    }

    private static boolean onOrOff(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "1", "yes", "true" -> true;
            case "0", "no", "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static Path readable(String text) {
        Path path = Path.of(notEmpty(text));
        require(Files.isReadable(path) && !Files.isDirectory(path));
        return path;
    }

    private static int between(int least, int most, String text) {
        BigInteger number = decimal(text);
        require(number.compareTo(BigInteger.valueOf(least)) >= 0 && number.compareTo(BigInteger.valueOf(most)) <= 0);
        return number.intValue();
    }

    private static Duration atLeast(int least, String text) {
        BigInteger seconds = decimal(text);
        require(seconds.compareTo(BigInteger.valueOf(least)) >= 0);
        BigInteger most = BigInteger.valueOf(ServerConfig.LONGEST_TIME.toSeconds());
        return Duration.ofSeconds(seconds.min(most).longValue());
    }

    private static Duration atLeast(BigDecimal least, String text) {
        require(FRACTION.matcher(text).matches());
        BigDecimal seconds = new BigDecimal(text);
        require(seconds.compareTo(least) >= 0);
        BigDecimal most = BigDecimal.valueOf(ServerConfig.LONGEST_TIME.toSeconds());
        return Duration.ofNanos(seconds.min(most).movePointRight(9).longValue());
    }

    private static BigInteger decimal(String text) {
        require(DECIMAL.matcher(text).matches());
        return new BigInteger(text);
    }

    private static <E extends Enum<E>> E choice(List<E> choices, String text) {
        return choices.stream()
                .filter(choice -> word(choice).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    public static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private static void require(boolean rule) {
        if (!rule) {
            throw new IllegalArgumentException();
        }
    }
}
