package io.dflockd.client;

import java.util.function.Consumer;

/** A text that somebody sent to a channel; see {@link Signals#listen(String, Consumer)}. */
public record Signal(String channel, String payload) {}
