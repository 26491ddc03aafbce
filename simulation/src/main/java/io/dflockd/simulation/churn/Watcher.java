package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Watches keys. */
final class Watcher extends Guest {
    private static final List<String> KINDS = List.of("seat", "lock", "book", "pool", "box", "sum", "note", "fleeting");

    private boolean isWatching;

    Watcher(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        String pattern =
                dice.nextInt(10) == 0 ? "churn.>" : Names.anyPattern(KINDS.get(dice.nextInt(KINDS.size())), dice);
        Predicate<String> matches = Names.matching(pattern);
        wire.hearWith(heard -> {
            if (heard.kind() != Heard.Kind.WATCH || !isWatching || !matches.test(heard.name())) {
                throw new Fault("a watcher of " + pattern + " heard " + heard);
            }
        });
        isWatching = true;
        wire.ask("watch", pattern, "_");
        wire.listen(aMomentMillis());
        if (dice.nextInt(4) == 0) {
            wire.ask("unwatch", pattern, "_");
            isWatching = false;
            wire.listen(aMomentMillis());
        }
    }
}
