package io.dflockd.engine;

import io.dflockd.protocol.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code stats} about who listens and who watches. */
final class SubscriptionStats {
    private record ChannelRow(Key pattern, @Nullable Key group, int listeners) {}

    private record WatchRow(Key pattern, int watchers) {}

    private final List<ChannelRow> channels = new ArrayList<>();
    private final List<WatchRow> watched = new ArrayList<>();

    void add(Audience audience) {
        audience.heard.forEach(this::add);
        audience.watched.forEach((pattern, watchers) -> watched.add(new WatchRow(pattern, watchers.size())));
    }

    private void add(Key pattern, Listeners listeners) {
        if (!listeners.alone.isEmpty()) {
            channels.add(new ChannelRow(pattern, null, listeners.alone.size()));
        }
        listeners.groups.forEach((name, group) -> channels.add(new ChannelRow(pattern, name, group.members.size())));
    }

    /** The groups of a pattern were noted in order, and behind those without. */
    List<StatsRows<?, ?>> arrays() {
        channels.sort(Comparator.comparing(ChannelRow::pattern));
        watched.sort(Comparator.comparing(WatchRow::pattern));
        return List.of(
                new StatsRows<>("signal_channels", channels, (row, now) -> row, SubscriptionStats::print),
                new StatsRows<>("watch_channels", watched, (row, now) -> row, SubscriptionStats::print));
    }

    private static void print(ChannelRow row, JsonObject json) {
        json.text("pattern", row.pattern);
        if (row.group != null) {
            json.text("group", row.group);
        }
        json.number("listeners", row.listeners);
    }

    private static void print(WatchRow row, JsonObject json) {
        json.text("pattern", row.pattern).number("watchers", row.watchers);
    }
}
