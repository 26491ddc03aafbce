package io.dflockd.cli.shell;

import io.dflockd.cli.wire.Unreachable;
import io.dflockd.protocol.Command;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of all keys on the server, to choose from. None if there are so many that nobody would. */
final class Keys {
    private static final long PATIENCE_SECONDS = 1;
    private static final long MOST = 5_000;
    private static final Pattern KEY = Pattern.compile("\"(?:key|pattern)\":\"([^\"\\\\]+)\"");
    private static final Pattern COUNT = Pattern.compile(
            "\"(?:locks|semaphores|rw_locks|idle|counters|kv_entries|lists|barriers|listeners)\":(\\d{1,18})");

    private final Conversation conversation;

    Keys(Conversation conversation) {
        this.conversation = conversation;
    }

    Set<String> all() {
        Set<String> keys = new TreeSet<>();
        try {
            if (count(ask("summary")) <= MOST) {
                Matcher key = KEY.matcher(ask(""));
                while (key.find()) {
                    keys.add(key.group(1));
                }
            }
        } catch (Unreachable | ExecutionException | TimeoutException unknown) {
            // then there is nothing to choose from
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return keys;
    }

    private String ask(String scope) throws Unreachable, ExecutionException, TimeoutException, InterruptedException {
        return conversation.ask(new Line(Command.STATS, "_", scope)).answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static long count(String summary) {
        long count = 0;
        Matcher each = COUNT.matcher(summary);
        while (each.find()) {
            count += Long.parseLong(each.group(1));
        }
        return count;
    }
}
