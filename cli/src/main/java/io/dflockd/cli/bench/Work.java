package io.dflockd.cli.bench;

import java.util.List;

/** What one connection does in a run: the part that is measured, and what comes before and after it. */
abstract class Work implements Conversation {
    final Meter meter;

    Work(Meter meter) {
        this.meter = meter;
    }

    /** Requests to make before the clock starts. */
    List<Request> preparation() {
        return List.of();
    }

    /** Requests that leave the server as it was found. */
    List<Request> tidying() {
        return List.of();
    }

    @Override
    public void answered(int lines, long nanos) {
        meter.answered(lines, nanos);
    }
}
