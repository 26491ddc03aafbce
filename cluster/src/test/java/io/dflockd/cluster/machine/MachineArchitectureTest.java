package io.dflockd.cluster.machine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.dflockd.testkit.Pitfall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The machine is a function of its entries: it has no clock, thread, lock, socket, file, logger or random number. */
@Pitfall("HA-02")
final class MachineArchitectureTest {
    private static final JavaClasses MACHINE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.dflockd.cluster.machine");

    private static final Set<String> OUTSIDE_WORLD = Set.of(
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.Runtime",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.Timer",
            "java.util.TimerTask",
            "java.util.UUID",
            "java.util.Date",
            "java.util.WeakHashMap");

    private static final DescribedPredicate<JavaClass> PLAIN_JAVA = resideInAnyPackage(
                    "java.lang..", "java.util", "java.util.function", "java.util.stream")
            .and(describe("are not a clock, a thread or chance", type -> !OUTSIDE_WORLD.contains(type.getName())));

    private static final DescribedPredicate<JavaClass> BYTES = resideInAnyPackage(
                    "java.io", "java.nio", "java.nio.charset", "java.util.zip", "java.security")
            .and(describe("are no files", type -> !type.getName().startsWith("java.io.File")))
            .and(describe("are no chance", type -> !type.getName().equals("java.security.SecureRandom")));

    @Test
    void theMachineKnowsTheEngineAndTheProtocolOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.dflockd.cluster.machine",
                                "io.dflockd.engine",
                                "io.dflockd.protocol",
                                "org.jspecify..")
                        .or(PLAIN_JAVA)
                        .or(BYTES)
                        .or(describe("are a duration", type -> type.getName().equals("java.time.Duration"))))
                .check(MACHINE);
    }

    @Test
    void theMachineAsksTheSystemForNothing() {
        noClasses()
                .should()
                .callMethodWhere(describe(
                        "reads a clock or the environment",
                        call -> call.getTargetOwner().isEquivalentTo(System.class)
                                && !call.getName().equals("arraycopy")))
                .check(MACHINE);
        noClasses().should().callMethod(Math.class, "random").check(MACHINE);
    }

    @Test
    void nothingInTheMachineIsSharedBetweenThreads() {
        fields().should().notHaveModifier(VOLATILE).check(MACHINE);
        methods().should().notHaveModifier(SYNCHRONIZED).check(MACHINE);
        fields().that().haveModifier(STATIC).should().haveModifier(FINAL).check(MACHINE);
    }
}
