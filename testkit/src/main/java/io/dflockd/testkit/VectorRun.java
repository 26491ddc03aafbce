package io.dflockd.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Plays one vector on a stage: one script, whatever the stage is made of. */
public final class VectorRun {
    private final Stage stage;
    private final Bindings bindings = new Bindings();
    private final Map<String, Stage.Connection> connections = new HashMap<>();
    private final StringBuilder transcript = new StringBuilder();

    private VectorRun(Stage stage) {
        this.stage = stage;
    }

    /** Plays the vector to its end and closes the stage. An {@link AssertionError} tells the step that failed. */
    public static void play(Vector vector, Stage stage) {
        try (stage) {
            new VectorRun(stage).play(vector);
        }
    }

    private void play(Vector vector) {
        try {
            stage.start(vector.options());
            for (Step step : vector.steps()) {
                transcript.append("\n  ").append(step);
                step.play(this);
            }
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                    vector + " " + vector.options() + transcript + "\n  " + failure.getMessage(), failure);
        } finally {
            connections.values().forEach(Stage.Connection::close);
        }
    }

    static AssertionError mismatch(String expected, Received received) {
        return new AssertionError("expected " + expected + ", got " + received);
    }

    Stage stage() {
        return stage;
    }

    Bindings bindings() {
        return bindings;
    }

    /** The connection of that name, opened at its first use. */
    Stage.Connection connection(String name) {
        return connections.computeIfAbsent(name, unused -> stage.connect());
    }

    Received receive(String connection, Duration patience) {
        Received received = connection(connection).receive(patience);
        transcript.append("\n    <- ").append(received);
        return received;
    }

    void disconnect(String name) {
        connection(name).close();
        connections.remove(name);
    }
}
