package io.dflockd.simulation.model;

import java.util.List;

/** The requests without an answer, whatever they wait for, and how their waits end in vain. */
final class Waits {
    private final Resources resources;
    private final Data data;
    private final Lists lists;
    private final Barriers barriers;

    Waits(Resources resources, Data data, Lists lists, Barriers barriers) {
        this.resources = resources;
        this.data = data;
        this.lists = lists;
        this.barriers = barriers;
    }

    /** The time is over, or the request was cancelled. */
    void giveUp(Parked parked) {
        switch (parked.request().verb()) {
            case "blpop", "brpop" -> lists.giveUp(parked, "nil");
            case "bwait" -> barriers.giveUp(parked);
            default -> resources.giveUp(parked);
        }
    }

    /** Sessions have been dismissed: those who wait are told so, queued entries are dropped (4.17). */
    void dismiss() {
        resources.dismiss();
        for (Data.ItemList list : List.copyOf(data.lists)) {
            list.waiters.stream()
                    .filter(each -> each.session().dismissed)
                    .toList()
                    .forEach(each -> lists.giveUp(each, "error_draining"));
        }
        barriers.dismiss();
    }
}
