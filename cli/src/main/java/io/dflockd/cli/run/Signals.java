package io.dflockd.cli.run;

import io.dflockd.cli.console.OsSignal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The signals that come while something is waited for or run. None is lost: a new receiver also hears of the first. */
final class Signals {
    private Consumer<OsSignal> receiver = signal -> {};
    private @Nullable OsSignal first;

    private Signals() {}

    /** Takes them over from the JVM, which would end the program at the first one. */
    static Signals caught() {
        Signals signals = new Signals();
        for (OsSignal signal : OsSignal.values()) {
            signal.handle(() -> signals.arrived(signal));
        }
        return signals;
    }

    private synchronized void arrived(OsSignal signal) {
        if (first == null) {
            first = signal;
        }
        receiver.accept(signal);
    }

    synchronized void passTo(Consumer<OsSignal> next) {
        receiver = next;
        if (first != null) {
            next.accept(first);
        }
    }

    synchronized @Nullable OsSignal first() {
        return first;
    }
}
