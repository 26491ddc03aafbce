package io.dflockd.cli.client;

import io.dflockd.cli.console.ExitStatus;
import io.dflockd.cli.console.JsonLine;
import io.dflockd.cli.console.Words;
import java.util.List;
import java.util.Optional;

/**
 * Prints what a command has found out: plain, so that a script can use it as it is, or as an object of JSON. On a terminal
 * nothing that somebody has stored can do more than be read.
 */
final class Printer {
    private final Call call;
    private final String label;

    /** The label is what the first word of the call is in an object. */
    Printer(Call call, String label) {
        this.call = call;
        this.label = label;
    }

    private JsonLine object() {
        return new JsonLine().put(label, call.word(0));
    }

    private void line(String text) {
        call.out().println(call.isForPeople() ? Words.harmless(text) : text);
    }

    /** A text that may be missing: then nothing is printed, and the status says so. */
    int text(String name, Optional<String> text) {
        if (text.isEmpty()) {
            return ExitStatus.NOTHING;
        }
        if (call.isForPrograms()) {
            call.out().println(object().put(name, text.get()));
        } else {
            line(text.get());
        }
        return 0;
    }

    int number(String name, long number) {
        if (call.isForPrograms()) {
            call.out().println(object().put(name, number));
        } else {
            call.out().println(number);
        }
        return 0;
    }

    int texts(String name, List<String> texts) {
        if (call.isForPrograms()) {
            call.out().println(object().put(name, texts));
        } else {
            texts.forEach(this::line);
        }
        return 0;
    }

    /** Whether something was done, which only the status tells, or an object that was asked for. */
    int done(boolean isDone) {
        if (call.isForPrograms()) {
            call.out().println(object().put("done", isDone));
        }
        return isDone ? 0 : ExitStatus.NOTHING;
    }
}
