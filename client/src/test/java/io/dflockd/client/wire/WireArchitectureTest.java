package io.dflockd.client.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The lines and their meaning are pure: no network, no logger, no thread, no clock. */
final class WireArchitectureTest {
    private static final JavaClasses PURE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.dflockd.client.wire", "io.dflockd.client.exceptions");

    @Test
    void itNeedsTheProtocolAndTheJdkAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.dflockd.client.wire",
                        "io.dflockd.client.exceptions",
                        "io.dflockd.protocol",
                        "java.lang..",
                        "java.nio.charset",
                        "java.time",
                        "java.util",
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream",
                        "org.jspecify.annotations")
                .check(PURE);
    }
}
