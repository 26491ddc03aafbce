package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What handlers of a test were called with, in order and in words. */
final class Heard {
    private final List<String> all = new CopyOnWriteArrayList<>();

    Consumer<Signal> signals() {
        return signal -> all.add(signal.channel() + "=" + signal.payload());
    }

    Consumer<Change> changes() {
        return change -> all.add(change.event() + " " + change.key());
    }

    Consumer<Object> anything() {
        return each -> all.add(((Enum<?>) each).name());
    }

    void add(String words) {
        all.add(words);
    }

    List<String> all() {
        return List.copyOf(all);
    }

    int count() {
        return all.size();
    }

    /** Waits for as many as these, and then there must be these. */
    void awaitExactly(String... words) {
        eventually().until(() -> all.size() >= words.length);
        assertThat(all).containsExactly(words);
    }

    void await(String words) {
        eventually().untilAsserted(() -> assertThat(all).contains(words));
    }
}
