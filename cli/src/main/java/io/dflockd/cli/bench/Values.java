package io.dflockd.cli.bench;

import java.util.List;

/** {@code kset} or {@code kget} on keys of its own, which have their values beforehand. */
final class Values extends Questions {
    private final Keys keys;
    private final String value;

    private Values(List<Request> requests, Keys keys, String value, int depth, Budget budget, Meter meter) {
        super(requests, depth, budget, meter);
        this.keys = keys;
        this.value = value;
    }

    static Values set(Keys keys, String value, int depth, Budget budget, Meter meter) {
        return new Values(keys.each("kset", forEver(value)), keys, value, depth, budget, meter);
    }

    static Values get(Keys keys, String value, int depth, Budget budget, Meter meter) {
        return new Values(keys.each("kget", ""), keys, value, depth, budget, meter);
    }

    private static String forEver(String value) {
        return value + "\t0";
    }

    @Override
    List<Request> preparation() {
        return keys.each("kset", forEver(value));
    }

    @Override
    List<Request> tidying() {
        return keys.each("kdel", "");
    }
}
