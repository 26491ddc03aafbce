package io.dflockd.cluster.log;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The one way out when a node cannot go on: the first reason is told to the owner, later ones are consequences. */
final class Halt {
    private enum Phase {
        RUNNING,
        CLOSING,
        HALTED
    }

    private final LogMachine machine;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

    Halt(LogMachine machine) {
        this.machine = machine;
    }

    /** From now on nothing is fatal: the owner ends the log on purpose. */
    void closing() {
        phase.compareAndSet(Phase.RUNNING, Phase.CLOSING);
    }

    boolean isRunning() {
        return phase.get() == Phase.RUNNING;
    }

    void now(String sentence, @Nullable Throwable cause) {
        if (phase.compareAndSet(Phase.RUNNING, Phase.HALTED)) {
            machine.onFatal(sentence, cause);
        }
    }
}
