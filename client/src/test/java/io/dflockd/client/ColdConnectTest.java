package io.dflockd.client;

import static io.dflockd.client.Clients.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first connection of a process makes the JVM load classes, and all of them before anybody has a lock. */
final class ColdConnectTest extends OnServer {
    private static final String END = "connected";

    /** Runs in a child. */
    static final class FirstLock {
        public static void main(String[] arguments) {
            try (Dflockd client = Clients.of(arguments[0]);
                    Grant grant = client.lock("orders").acquire(LONG)) {
                System.out.println(grant.isHeld() ? END : "lost");
            }
        }
    }

    @Test
    void needsNoMachineryThatTheClientCanDoWithout() {
        List<String> options = List.of("-Xlog:class+load");
        String classPath = System.getProperty("java.class.path");
        try (ChildJvm child = ChildJvm.startWith(options, classPath, FirstLock.class, server.address())) {
            child.awaitLine(END);

            assertThat(child.lines())
                    .as("TLS")
                    .noneMatch(line -> line.contains("sun.security.ssl."))
                    .as("methods of records that are made when they are first called")
                    .noneMatch(line -> line.contains("java.lang.runtime.ObjectMethods"));
        }
    }

    @Test
    void joinsNoStringsInAWayThatTheJvmHasToWorkOutFirst() {
        assertThat(MainClasses.all()).isNotEmpty().noneMatch(type -> code(type).contains("makeConcatWithConstants"));
    }

    private static String code(JavaClass type) {
        try (InputStream file = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
