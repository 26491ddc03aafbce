package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/** Everything that a client was told and has not read yet, replies and pushes in their order. */
final class Heard {
    private Heard() {}

    static List<String> heard(TestClient client) {
        List<String> lines = new ArrayList<>();
        while (!client.hasNoAnswer()) {
            lines.add(client.answer());
        }
        return lines;
    }
}
