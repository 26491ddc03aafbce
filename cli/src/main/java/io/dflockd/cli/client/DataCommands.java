package io.dflockd.cli.client;

import io.dflockd.client.Counter;
import io.dflockd.client.Dflockd;
import io.dflockd.client.ItemList;
import io.dflockd.client.Values;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code dflockd kv}, {@code counter}, {@code list} with its short forms, and {@code barrier}. */
final class DataCommands {
    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();
    private static final String[] AFTERWARDS = {
        "A value - is read from standard input; one that begins with - follows a --.",
        "Exit status 1: nothing there, or not done; 2: wrong command line; 69: the server",
        "is away or refuses."
    };

    private final Surroundings around;

    DataCommands(Surroundings around) {
        this.around = around;
    }

    /** What is done with a client that is connected. */
    private interface Question {
        int ask(Dflockd client, Call call, Printer printer);
    }

    private ClientCommand command(String name, Question question) {
        return new ClientCommand(name, around, call -> {
                    try (Dflockd client = call.servers().connect()) {
                        return question.ask(client, call, new Printer(call, "key"));
                    }
                })
                .words("KEY")
                .options(ClientOption.JSON);
    }

    private static String[] help(String... examples) {
        return ClientCommands.examples(examples, AFTERWARDS);
    }

    CommandSpec values() {
        return new CommandFamily("kv", "Reads and changes values.")
                .with(command(
                                "get",
                                (client, call, printer) ->
                                        printer.text("value", client.values().get(call.word(0))))
                        .saying("Prints a value.", help("mode=$(dflockd kv get config.mode)")))
                .with(command("set", DataCommands::put)
                        .words("VALUE")
                        .options(ClientOption.TTL, ClientOption.IF_ABSENT)
                        .saying(
                                "Stores a value.",
                                help(
                                        "dflockd kv set config.mode 'blue green' --ttl 60",
                                        "dflockd kv set config.motd - <motd.txt")))
                .with(command("del", (client, call, printer) -> {
                            client.values().remove(call.word(0));
                            return printer.done(true);
                        })
                        .saying("Removes a value, if there is one.", help("dflockd kv del config.mode")))
                .with(command("cas", DataCommands::swap)
                        .words("OLD", "NEW")
                        .options(ClientOption.TTL)
                        .saying(
                                "Stores a value if the present one is as expected.",
                                help("dflockd kv cas config.mode blue green || echo 'somebody was faster'")))
                .spec();
    }

    private static int put(Dflockd client, Call call, Printer printer) {
        Values values = client.values();
        String key = call.word(0);
        String value = call.text(1);
        Duration ttl = call.valueOrNull(ClientOption.TTL);
        if (call.isOn(ClientOption.IF_ABSENT)) {
            return printer.done(ttl == null ? values.putIfAbsent(key, value) : values.putIfAbsent(key, value, ttl));
        }
        if (ttl == null) {
            values.put(key, value);
        } else {
            values.put(key, value, ttl);
        }
        return printer.done(true);
    }

    private static int swap(Dflockd client, Call call, Printer printer) {
        Duration ttl = call.valueOrNull(ClientOption.TTL);
        String key = call.word(0);
        String old = call.word(1);
        String value = call.text(2);
        Values values = client.values();
        return printer.done(ttl == null ? values.replace(key, old, value) : values.replace(key, old, value, ttl));
    }

    CommandSpec counters() {
        return new CommandFamily("counter", "Reads and changes whole numbers.")
                .with(command(
                                "get",
                                (client, call, printer) -> printer.number(
                                        "value", client.counter(call.word(0)).get()))
                        .saying("Prints a counter; one that was never used is 0.", help("dflockd counter get hits")))
                .with(command("incr", (client, call, printer) -> {
                            Counter counter = client.counter(call.word(0));
                            return printer.number("value", counter.increment(amount(call)));
                        })
                        .perhaps("N")
                        .withNumbers()
                        .saying("Adds 1 or N and prints the sum.", help("build=$(dflockd counter incr builds)")))
                .with(command("decr", (client, call, printer) -> {
                            Counter counter = client.counter(call.word(0));
                            return printer.number("value", counter.decrement(amount(call)));
                        })
                        .perhaps("N")
                        .withNumbers()
                        .saying("Takes 1 or N away and prints what is left.", help("dflockd counter decr stock 3")))
                .with(command("set", (client, call, printer) -> {
                            client.counter(call.word(0)).set(call.number(1));
                            return printer.done(true);
                        })
                        .words("N")
                        .withNumbers()
                        .saying("Sets a counter.", help("dflockd counter set stock -1")))
                .spec();
    }

    private static long amount(Call call) {
        return call.hasWord(1) ? call.number(1) : 1;
    }

    CommandSpec lists() {
        return new CommandFamily("list", "Reads and changes lists: queues of jobs, for example.")
                .with(push())
                .with(pop())
                .with(command("range", (client, call, printer) -> {
                            ItemList list = client.list(call.word(0));
                            long start = call.hasWord(1) ? call.number(1) : 0;
                            long stop = call.hasWord(2) ? call.number(2) : -1;
                            return printer.texts("items", list.range(start, stop));
                        })
                        .perhaps("START", "STOP")
                        .withNumbers()
                        .saying(
                                "Prints items, one a line; -1 is the last one.",
                                help("dflockd list range jobs 0 9", "dflockd list range jobs -1 -1")))
                .with(command(
                                "len",
                                (client, call, printer) -> printer.number(
                                        "length", client.list(call.word(0)).size()))
                        .saying("Prints how many items there are.", help("dflockd list len jobs")))
                .spec();
    }

    CommandSpec push() {
        return command("push", DataCommands::push)
                .words("VALUE")
                .andMore("KEY VALUE...")
                .options(ClientOption.FIRST)
                .saying(
                        "Puts items at the end of a list and prints how many there are now.",
                        help(
                                "dflockd push jobs 'build 42' 'build 43'",
                                "find . -name '*.jpg' | dflockd push images -"));
    }

    private static int push(Dflockd client, Call call, Printer printer) {
        ItemList list = client.list(call.word(0));
        long length = list.size();
        for (String item : call.texts(1)) {
            length = call.isOn(ClientOption.FIRST) ? list.addFirst(item) : list.addLast(item);
        }
        return printer.number("length", length);
    }

    CommandSpec pop() {
        return command("pop", DataCommands::pop)
                .options(ClientOption.WAIT, ClientOption.LAST)
                .saying(
                        "Takes the first item of a list and prints it.",
                        help("while job=$(dflockd pop jobs --wait 60); do $job; done"));
    }

    private static int pop(Dflockd client, Call call, Printer printer) {
        ItemList list = client.list(call.word(0));
        Duration patience = call.valueOrNull(ClientOption.WAIT);
        boolean isLast = call.isOn(ClientOption.LAST);
        Optional<String> item;
        if (patience == null) {
            item = isLast ? list.pollLast() : list.pollFirst();
        } else {
            item = isLast ? list.takeLast(patience) : list.takeFirst(patience);
        }
        return printer.text("item", item);
    }

    CommandSpec barrier() {
        return command("barrier", (client, call, printer) -> {
                    int count = (int) Math.min(Integer.MAX_VALUE, call.number(1));
                    Duration patience = call.valueOrNull(ClientOption.PATIENCE);
                    return printer.done(
                            client.barrier(call.word(0), count).await(patience == null ? FOR_EVER : patience));
                })
                .words("COUNT")
                .withNumbers()
                .options(ClientOption.PATIENCE)
                .saying(
                        "Waits until so many wait at the same barrier.",
                        help("dflockd barrier start-line 3 --timeout 60 && ./go.sh"));
    }
}
