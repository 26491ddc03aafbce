package io.dflockd.cli.bench;

import io.dflockd.protocol.FrameWriter;

/** One request in the words of the protocol. */
record Request(String command, String key, String argument) {
    byte[] bytes() {
        return FrameWriter.frame(command, key, argument);
    }
}
