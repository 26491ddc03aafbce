package io.dflockd.cli.client;

import io.dflockd.cli.console.ExitStatus;
import io.dflockd.cli.console.JsonLine;
import io.dflockd.cli.console.Words;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Prints one event after the other until there were enough, or nobody reads them any more. */
final class EventPrinter {
    private final Call call;
    private final boolean isForPeople;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private long left;

    EventPrinter(Call call) {
        this.call = call;
        this.isForPeople = call.isForPeople();
        Integer count = call.valueOrNull(ClientOption.COUNT);
        this.left = count == null ? Long.MAX_VALUE : count;
    }

    /** Waits until the last one is printed; returns the exit status. */
    int awaitEnd() {
        return end.join();
    }

    /** Handlers of one subscription are called one after the other, so this is too. */
    void print(Map<String, String> event) {
        if (end.isDone()) {
            return;
        }
        call.out().println(isForPeople ? words(event) : json(event));
        left--;
        if (call.out().checkError()) {
            end.complete(ExitStatus.UNREAD);
        } else if (left == 0) {
            end.complete(0);
        }
    }

    private static String words(Map<String, String> event) {
        LocalTime now = LocalTime.now(ZoneId.systemDefault());
        StringBuilder line = new StringBuilder(
                String.format(Locale.ROOT, "%02d:%02d:%02d", now.getHour(), now.getMinute(), now.getSecond()));
        event.values().forEach(text -> line.append("  ").append(Words.harmless(text)));
        return line.toString();
    }

    private static String json(Map<String, String> event) {
        JsonLine line = new JsonLine()
                .put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        event.forEach(line::put);
        return line.toString();
    }
}
