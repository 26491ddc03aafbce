package io.dflockd.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The arrows inside the client, and from it to others: protocol, exceptions, wire, transport, callbacks, and on top the
 * rest. Those of the wire are in a test of its own.
 */
final class ClientArchitectureTest {
    private static final JavaClasses CLIENT = MainClasses.all();
    private static final String JDK = "java..";
    private static final String TLS = "javax.net.ssl..";
    private static final String PROTOCOL = "io.dflockd.protocol";
    private static final String EXCEPTIONS = "io.dflockd.client.exceptions";
    private static final String WIRE = "io.dflockd.client.wire";
    private static final String TRANSPORT = "io.dflockd.client.transport";
    private static final String CALLBACKS = "io.dflockd.client.callbacks";
    private static final String TOP = "io.dflockd.client";
    private static final String NULLNESS = "org.jspecify..";

    @Test
    void exceptionsKnowTheStatusAndNothingElse() {
        mayUse(EXCEPTIONS, PROTOCOL);
    }

    @Test
    void theTransportDoesNotKnowWhatItCarries() {
        mayUse(TRANSPORT, TLS, PROTOCOL, EXCEPTIONS, WIRE, "io.netty..", "org.slf4j..");
    }

    @Test
    void onlyTheTransportUsesNetty() {
        mayUse(TOP, TLS, PROTOCOL, EXCEPTIONS, WIRE, TRANSPORT, CALLBACKS, "org.slf4j..");
    }

    @Test
    void theThreadsForCallbacksKnowNothingOfTheClient() {
        mayUse(CALLBACKS, "org.slf4j..");
    }

    private static void mayUse(String name, String... others) {
        Stream<String> allowed = Stream.concat(Stream.of(name, JDK, NULLNESS), Stream.of(others));
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new))
                .check(CLIENT);
    }
}
