package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One client as the server sees it. */
final class Session {
    final long id;
    final List<Entry> entries = new ArrayList<>();
    final List<Parked> parked = new ArrayList<>();
    boolean tagged;
    boolean showsFence;
    boolean hasReference;

    Session(long id, boolean showsFence) {
        this.id = id;
        this.showsFence = showsFence;
    }

    @Nullable
    Entry entry(String key) {
        return entries.stream()
                .filter(each -> each.key.name.equals(key))
                .findFirst()
                .orElse(null);
    }

    @Nullable
    Parked parked(String tag) {
        return parked.stream()
                .filter(each -> each.request().tag().equals(tag))
                .findFirst()
                .orElse(null);
    }

    boolean showsFence(Request request) {
        return showsFence || request.alwaysShowsFence();
    }

    boolean isTagInUse(String tag) {
        return tagged && parked(tag) != null;
    }
}
