package io.dflockd.server;

import java.util.List;

/** The threads of all servers in this process. */
final class ServerThreads {
    private ServerThreads() {}

    static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("dflockd-"))
                .sorted()
                .toList();
    }
}
