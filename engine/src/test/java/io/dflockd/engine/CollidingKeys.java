package io.dflockd.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Keys that all have the same 64 bits of FNV-1a, the public hash of a key.
 *
 * <p>Each row has two blocks that lead from one state of the hash to the same next one, so any choice of one block in each
 * row makes a key, and all of them collide (Joux, "Multicollisions in iterated hash functions", 2004). A search for one
 * row takes a few seconds: whoever wants twice as many keys adds one more.
 */
final class CollidingKeys {
    private static final String[][] BLOCKS = {
        {"jMxCUg_B7g1", "1EgqbQEKzX7"},
        {"fOd4j2WaV_d", "8dYnlSd_o2b"},
        {"lB1buvhNuec", "wnZ6by0PEW9"},
        {"Mu0IVpTid85", "I9r887z9af6"},
        {"EmaydIzieY6", "U6Q2OvRnyYe"},
        {"5U1II4eC2I3", "MdAcj2x968c"},
        {"GJJEZzQRXuc", "abbYjNOQ30f"},
        {"vxMAGzPs027", "m3ru5CZV7Tc"},
        {"bfhzB9So6k2", "v8vvtyTXol6"},
        {"lGgfevQcULf", "h0m1_qgv-Ia"},
    };

    private CollidingKeys() {}

    /** A thousand and twenty-four of them. */
    static List<String> all() {
        List<String> keys = List.of("");
        for (String[] blocks : BLOCKS) {
            List<String> longer = new ArrayList<>();
            for (String key : keys) {
                longer.add(key + blocks[0]);
                longer.add(key + blocks[1]);
            }
            keys = longer;
        }
        return keys;
    }
}
