package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Observes elections. */
final class Observer extends Guest {
    private final Set<String> observed = new HashSet<>();

    Observer(Scene scene, Random dice) {
        super(scene, dice);
    }

    @Override
    void visit(Wire wire) throws IOException {
        wire.hearWith(this::hear);
        for (int i = dice.nextInt(3); i >= 0; i--) {
            String seat = Names.any("seat", dice);
            observed.add(seat);
            wire.ask("observe", seat, "_");
        }
        wire.listen(aMomentMillis());
        if (dice.nextInt(4) == 0) {
            String seat = observed.iterator().next();
            wire.ask("unobserve", seat, "_");
            observed.remove(seat);
            wire.listen(aMomentMillis());
        }
    }

    private void hear(Heard heard) {
        if (heard.kind() != Heard.Kind.LEADER || !observed.contains(heard.name())) {
            throw new Fault("an observer of " + observed + " heard " + heard);
        }
    }
}
