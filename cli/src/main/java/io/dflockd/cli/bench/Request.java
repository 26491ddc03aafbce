package io.dflockd.cli.bench;

import java.nio.charset.StandardCharsets;

/** One request in the words of the protocol. */
record Request(String command, String key, String argument) {
    byte[] bytes() {
        return (command + "\n" + key + "\n" + argument + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The request without its last line, for an argument that is known only when it is sent. */
    static byte[] opening(String command, String key) {
        return (command + "\n" + key + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
