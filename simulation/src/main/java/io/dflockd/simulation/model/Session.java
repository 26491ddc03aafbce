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
    boolean reads = true;
    boolean dismissed; // it may finish, and gets nothing any more
    boolean leaving;

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

    /** The commands that concern the connection alone (2.12): whether they succeed. */
    boolean change(Request request) {
        String word = request.text("word");
        switch (request.verb()) {
            case "barrier" -> {
                return true;
            }
            case "fence" -> {
                showsFence = word.equals("on");
                return true;
            }
            case "tag" -> {
                boolean allowed = word.equals("on") || parked.isEmpty();
                tagged = allowed ? word.equals("on") : tagged;
                return allowed;
            }
            case "stable-ref" -> {
                boolean allowed = !hasReference && Grammar.trim(request.key()).matches("[ -~]{1,64}");
                hasReference |= allowed;
                return allowed;
            }
            default -> { // auth: no secret is configured
                return false;
            }
        }
    }
}
