package io.dflockd.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the modules of the program: protocol, engine, server, cli, each using only those before it. */
final class ArchitectureTest {
    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.dflockd");

    @Test
    void theProtocolUsesNoOtherModule() {
        mustNotUse(
                "io.dflockd.protocol..",
                "io.dflockd.engine..",
                "io.dflockd.server..",
                "io.dflockd.client..",
                "io.dflockd.cli..");
    }

    @Test
    void theEngineUsesTheProtocolOnly() {
        mustNotUse(
                "io.dflockd.engine..",
                "io.dflockd.server..",
                "io.dflockd.client..",
                "io.dflockd.cli..",
                "io.netty..",
                "org.slf4j..");
    }

    @Test
    void theServerDoesNotKnowTheProgramAroundIt() {
        mustNotUse("io.dflockd.server..", "io.dflockd.client..", "io.dflockd.cli..", "picocli..", "ch.qos.logback..");
    }

    @Test
    void theProgramLeavesSocketsAndStateToTheServer() {
        mustNotUse("io.dflockd.cli", "io.netty..", "io.dflockd.engine..");
    }

    @Test
    void theLoadGeneratorIsAClientAndNothingElse() {
        mustNotUse(
                "io.dflockd.cli.bench..",
                "io.dflockd.cli",
                "io.dflockd.server..",
                "io.dflockd.engine..",
                "picocli..",
                "ch.qos.logback..");
    }

    @Test
    void theCommandsThatAreClientsKnowNoServer() {
        for (String room : new String[] {"client", "run", "shell", "wire", "console"}) {
            mustNotUse(
                    "io.dflockd.cli." + room + "..",
                    "io.dflockd.cli",
                    "io.dflockd.server..",
                    "io.dflockd.cluster..",
                    "io.dflockd.engine..",
                    "io.netty..",
                    "ch.qos.logback..");
        }
    }

    @Test
    void onlyTheShellKnowsTheTerminalLibrary() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.dflockd.cli.shell..")
                .and()
                .resideInAPackage("io.dflockd..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(PROGRAM);
    }

    @Test
    void noRoomOfTheProgramIsPartOfACycle() {
        slices().matching("io.dflockd.cli.(*)..").should().beFreeOfCycles().check(PROGRAM);
    }

    @Test
    void noModuleIsPartOfACycle() {
        slices().matching("io.dflockd.(*)..").should().beFreeOfCycles().check(PROGRAM);
    }

    private static void mustNotUse(String packages, String... others) {
        noClasses()
                .that()
                .resideInAPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(PROGRAM);
    }
}
