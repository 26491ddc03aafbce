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
