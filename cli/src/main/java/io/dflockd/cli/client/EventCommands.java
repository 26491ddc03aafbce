package io.dflockd.cli.client;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Subscription;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** {@code dflockd signal}, and {@code listen}, {@code watch} and {@code observe}, which print what happens. */
final class EventCommands {
    private static final String[] AFTERWARDS = {
        "A line for each on a terminal, one JSON object a line otherwise, until --count or",
        "Ctrl-C. After a lost connection it goes on by itself, and says so on standard error."
    };

    private final Surroundings around;

    EventCommands(Surroundings around) {
        this.around = around;
    }

    /** Begins to hear of something; each event is a few named texts. */
    private interface Topic {
        Subscription subscribe(Dflockd client, Call call, Consumer<Map<String, String>> events);
    }

    CommandSpec signal() {
        return new ClientCommand("signal", around, call -> {
                    try (Dflockd client = call.servers().connect()) {
                        long heard = client.signals().send(call.word(0), call.text(1));
                        return new Printer(call, "channel").number("listeners", heard);
                    }
                })
                .words("CHANNEL", "PAYLOAD")
                .options(ClientOption.JSON)
                .saying(
                        "Sends a text to all who listen, and prints how many that were.",
                        ClientCommands.examples(
                                new String[] {"dflockd signal orders.eu.new 42", "date | dflockd signal clock -"}));
    }

    CommandSpec listen() {
        return command("listen", "PATTERN", EventCommands::listen)
                .options(ClientOption.GROUP)
                .saying(
                        "Prints the signals of a channel, or of all that a pattern means.",
                        ClientCommands.examples(
                                new String[] {
                                    "dflockd listen 'orders.>'",
                                    "dflockd listen 'orders.*.new' --group workers | ./work.py"
                                },
                                AFTERWARDS));
    }

    private static Subscription listen(Dflockd client, Call call, Consumer<Map<String, String>> events) {
        Consumer<io.dflockd.client.Signal> handler =
                signal -> events.accept(event("channel", signal.channel(), "payload", signal.payload()));
        String pattern = call.word(0);
        return call.isGiven(ClientOption.GROUP)
                ? client.signals().listen(pattern, call.value(ClientOption.GROUP), handler)
                : client.signals().listen(pattern, handler);
    }

    CommandSpec watch() {
        return command(
                        "watch",
                        "PATTERN",
                        (client, call, events) -> client.watch(
                                call.word(0),
                                change -> events.accept(event("event", change.word(), "key", change.key()))))
                .saying(
                        "Prints what happens to a key, or to all that a pattern means.",
                        ClientCommands.examples(new String[] {"dflockd watch 'config.*'"}, AFTERWARDS));
    }

    CommandSpec observe() {
        return command(
                        "observe",
                        "KEY",
                        (client, call, events) -> client.election(call.word(0))
                                .observe(change -> events.accept(
                                        event("event", change.name().toLowerCase(Locale.ROOT), "key", call.word(0)))))
                .saying(
                        "Prints who comes and goes in an election.",
                        ClientCommands.examples(new String[] {"dflockd observe scheduler"}, AFTERWARDS));
    }

    private static Map<String, String> event(String name, String text, String otherName, String otherText) {
        Map<String, String> event = new LinkedHashMap<>();
        event.put(name, text);
        event.put(otherName, otherText);
        return event;
    }

    private ClientCommand command(String name, String label, Topic topic) {
        return new ClientCommand(name, around, call -> print(topic, call))
                .words(label)
                .options(ClientOption.JSON, ClientOption.COUNT);
    }

    private static int print(Topic topic, Call call) {
        EventPrinter printer = new EventPrinter(call);
        try (Dflockd client = call.servers().connect();
                Subscription subscription = topic.subscribe(client, call, printer::print)) {
            subscription.onGap(gap -> call.err().println("dflockd: something may be missing here: " + gap));
            return printer.awaitEnd();
        }
    }
}
