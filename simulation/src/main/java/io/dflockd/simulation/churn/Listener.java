package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Listens to signals, alone or as member of a group.
 *
 * <p>Alone it hears every signal of a channel, each once and in order; in a group it hears some, in order.
 */
final class Listener extends Guest {
    private final boolean inGroup;
    private final List<Predicate<String>> patterns = new ArrayList<>();
    private final Map<String, Long> last = new HashMap<>();

    Listener(Scene scene, Random dice) {
        super(scene, dice);
        this.inGroup = dice.nextInt(3) == 0;
    }

    @Override
    void visit(Wire wire) throws IOException {
        wire.hearWith(this::hear);
        String group = inGroup ? "group" + dice.nextInt(2) : "";
        int count = inGroup ? 1 : 1 + dice.nextInt(2); // through two groups a signal comes twice
        String pattern = "";
        for (int i = 0; i < count; i++) {
            pattern = Names.anyPattern("news", dice);
            patterns.add(Names.matching(pattern));
            wire.ask("listen", pattern, group);
        }
        wire.listen(aMomentMillis());
        if (count == 1 && dice.nextInt(4) == 0) {
            wire.ask("unlisten", pattern, group);
            patterns.clear();
            wire.listen(aMomentMillis());
        }
    }

    private void hear(Heard heard) {
        if (heard.kind() != Heard.Kind.SIGNAL || patterns.stream().noneMatch(each -> each.test(heard.name()))) {
            throw new Fault("a listener heard " + heard);
        }
        String[] senderAndNumber = heard.text().split(" ", -1);
        long number = Long.parseLong(senderAndNumber[1]);
        Long before = last.put(heard.name() + " from " + senderAndNumber[0], number);
        if (before != null && (inGroup ? number <= before : number != before + 1)) {
            throw new Fault("a listener heard " + heard + " after number " + before);
        }
    }
}
