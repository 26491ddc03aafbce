package io.dflockd.cli.shell;

import io.dflockd.protocol.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the shell says of each command: a sentence, what it takes, an example. */
final class Manual {
    /** A command in words. */
    private record Entry(String sentence, String example) {}

    private Manual() {}

    /** {@code sl KEY TIMEOUT LIMIT [LEASE]}. */
    static String usage(Command command) {
        StringBuilder usage = new StringBuilder(command.word());
        if (command.isKeyed()) {
            usage.append(" KEY");
        }
        String fields = command.usage().substring(command.word().length() + 1);
        usage.append(fields.replace("<", "").replace(">", "").toUpperCase(Locale.ROOT));
        return usage.toString().stripTrailing();
    }

    /** All about one command. */
    static List<String> about(Command command) {
        Entry entry = entry(command);
        return List.of(usage(command), "  " + entry.sentence(), "  for example: " + entry.example());
    }

    /** A line for each. */
    static List<String> overview() {
        List<String> lines = new ArrayList<>();
        for (Command command : Command.values()) {
            if (command != Command.TAGGING && command != Command.CANCEL) {
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-10s  %s",
                        command.word(),
                        entry(command).sentence()));
            }
        }
        lines.add("  help X      all about one of them");
        lines.add("  quit        or Ctrl-D; what is held is given back");
        return lines;
    }

    private static Entry entry(Command command) {
        return switch (command) {
            case LOCK -> new Entry("Takes a lock, or waits for it so many seconds.", "l deploy 10 60");
            case LOCK_RELEASE -> new Entry("Gives a lock back.", "r deploy TOKEN");
            case LOCK_RENEW -> new Entry("Makes the lease of a lock start anew.", "n deploy TOKEN 60");
            case LOCK_ENQUEUE -> new Entry("Takes a lock or a place in its queue, at once.", "e deploy");
            case LOCK_WAIT -> new Entry("Waits for the turn after e.", "w deploy 30");
            case SEMAPHORE -> new Entry("Takes one of so many slots, or waits for one.", "sl pool 10 3");
            case SEMAPHORE_RELEASE -> new Entry("Gives a slot back.", "sr pool TOKEN");
            case SEMAPHORE_RENEW -> new Entry("Makes the lease of a slot start anew.", "sn pool TOKEN 60");
            case SEMAPHORE_ENQUEUE -> new Entry("Takes a slot or a place in the queue, at once.", "se pool 3");
            case SEMAPHORE_WAIT -> new Entry("Waits for the turn after se.", "sw pool 30");
            case READ_LOCK -> new Entry("Takes a read lock beside other readers.", "rl docs 10");
            case READ_RELEASE -> new Entry("Gives a read lock back.", "rr docs TOKEN");
            case READ_RENEW -> new Entry("Makes the lease of a read lock start anew.", "rn docs TOKEN 60");
            case READ_ENQUEUE -> new Entry("Takes a read lock or a place in the queue.", "re docs");
            case READ_WAIT -> new Entry("Waits for the turn after re.", "rw docs 30");
            case WRITE_LOCK -> new Entry("Takes a write lock, alone.", "wl docs 10");
            case WRITE_RELEASE -> new Entry("Gives a write lock back.", "wr docs TOKEN");
            case WRITE_RENEW -> new Entry("Makes the lease of a write lock start anew.", "wn docs TOKEN 60");
            case WRITE_ENQUEUE -> new Entry("Takes a write lock or a place in the queue.", "we docs");
            case WRITE_WAIT -> new Entry("Waits for the turn after we.", "ww docs 30");
            case COUNTER_INCREMENT -> new Entry("Adds to a counter.", "incr hits 1");
            case COUNTER_DECREMENT -> new Entry("Subtracts from a counter.", "decr stock 3");
            case COUNTER_GET -> new Entry("Reads a counter.", "get hits");
            case COUNTER_SET -> new Entry("Sets a counter.", "cset hits 0");
            case VALUE_SET -> new Entry("Stores a value, for good or for some seconds.", "kset config.mode blue\\t60");
            case VALUE_GET -> new Entry("Reads a value.", "kget config.mode");
            case VALUE_DELETE -> new Entry("Removes a value.", "kdel config.mode");
            case VALUE_COMPARE_AND_SET ->
                new Entry("Stores a value if the present one is as expected.", "kcas config.mode blue\\tgreen\\t0");
            case LIST_PUSH_LEFT -> new Entry("Puts an item at the beginning of a list.", "lpush jobs build 42");
            case LIST_PUSH_RIGHT -> new Entry("Puts an item at the end of a list.", "rpush jobs build 42");
            case LIST_POP_LEFT -> new Entry("Takes the first item of a list.", "lpop jobs");
            case LIST_POP_RIGHT -> new Entry("Takes the last item of a list.", "rpop jobs");
            case LIST_LENGTH -> new Entry("Counts the items of a list.", "llen jobs");
            case LIST_RANGE -> new Entry("Reads a stretch of a list.", "lrange jobs 0 -1");
            case LIST_TAKE_LEFT -> new Entry("Takes the first item of a list, or waits for one.", "blpop jobs 30");
            case LIST_TAKE_RIGHT -> new Entry("Takes the last item of a list, or waits for one.", "brpop jobs 30");
            case BARRIER_WAIT -> new Entry("Waits until so many have come.", "bwait start-line 3 60");
            case ELECT -> new Entry("Becomes the leader, or waits for it.", "elect scheduler 30 15");
            case RESIGN -> new Entry("Gives the leadership back.", "resign scheduler TOKEN");
            case OBSERVE -> new Entry("Hears who comes and goes in an election.", "observe scheduler");
            case UNOBSERVE -> new Entry("Does not hear of it any more.", "unobserve scheduler");
            case LISTEN -> new Entry("Hears signals, perhaps as one of a group.", "listen orders.> workers");
            case UNLISTEN -> new Entry("Does not hear them any more.", "unlisten orders.> workers");
            case SIGNAL -> new Entry("Sends a text to all who listen.", "signal orders.eu.new 42");
            case WATCH -> new Entry("Hears what happens to keys.", "watch config.*");
            case UNWATCH -> new Entry("Does not hear of it any more.", "unwatch config.*");
            case AUTH -> new Entry("Shows the secret; --auth-token-file does it for you.", "auth SECRET");
            case PING -> new Entry("Asks whether the server is there.", "ping");
            case STATS -> new Entry("Tells what is on the server: all, summary, or a key.", "stats deploy key");
            case FENCE -> new Entry("Turns the fence in answers on or off.", "fence on");
            case TAGGING -> new Entry("Turns tags on or off.", "tag on");
            case CANCEL -> new Entry("Takes a request back.", "cancel 1");
            case STABLE_REF -> new Entry("Gives the connection a name that outlives it.", "stable-ref");
            case NAME -> new Entry("Says what people see this session called.", "name _ alice");
            case EVICT -> new Entry("Takes a slot away from its holder.", "evict deploy FENCE host is gone");
            case READ_BARRIER -> new Entry("Waits until everything before it is visible.", "barrier");
            case CLUSTER -> new Entry("Asks how the cluster is, or changes it.", "cluster status");
        };
    }
}
