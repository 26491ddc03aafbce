package io.dflockd.client;

import io.dflockd.protocol.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process is called in the server's figures unless the application says otherwise: {@code billing@web-3/4711}. */
final class OwnName {
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

    private OwnName() {}

    static String usual() {
        return fitting(
                application() + "@" + host() + "/" + ProcessHandle.current().pid());
    }

    /** The class or the jar that was started, without its package or folder. */
    private static String application() {
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        String started = command.endsWith(".jar")
                ? command.substring(command.lastIndexOf('/') + 1, command.length() - ".jar".length())
                : command.substring(command.lastIndexOf('.') + 1);
        return started.isEmpty() ? "java" : started;
    }

    /** Not by way of the name service: a client must not wait for that. */
    private static String host() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException elsewhere) {
            String variable = System.getenv().getOrDefault("HOSTNAME", System.getenv("COMPUTERNAME"));
            return variable == null ? "localhost" : variable;
        }
    }

    /** The same text in a form that every server takes: printable, and not too long. */
    private static String fitting(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?").strip();
        int length = printable.length();
        while (printable.substring(0, length).getBytes(StandardCharsets.UTF_8).length > Request.MAX_LABEL) {
            length--;
        }
        return printable.substring(0, length);
    }
}
