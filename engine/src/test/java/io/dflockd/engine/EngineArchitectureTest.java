package io.dflockd.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.dflockd.testkit.Pitfall;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The engine is a function of its inputs: it has no clock, thread, lock, socket, logger or random number. */
@Pitfall({"LM-08", "LC-01"})
final class EngineArchitectureTest {
    private static final JavaClasses ENGINE = mainClassesOf("io.dflockd.engine");
    private static final JavaClasses PROTOCOL = mainClassesOf("io.dflockd.protocol");

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
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.util",
                    "java.util.function",
                    "java.util.stream")
            .and(describe("are not a clock, a thread or chance", type -> !OUTSIDE_WORLD.contains(type.getName())));

    private static final DescribedPredicate<JavaClass> BYTES =
            resideInAnyPackage("java.io", "java.nio", "java.nio.charset", "java.util.zip");

    private static JavaClasses mainClassesOf(String name) {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(name);
    }

    @Test
    void theRulesLookAtSomething() {
        assertThat(ENGINE).extracting(JavaClass::getSimpleName).contains("Engine", "Shard", "Snapshot");
        assertThat(PROTOCOL).extracting(JavaClass::getSimpleName).contains("Command", "Request", "Reply");
        assertThat(ENGINE).extracting(JavaClass::getSimpleName).doesNotContain("EngineArchitectureTest", "TestEngine");
    }

    @Test
    void theEngineKnowsTheProtocolAndPlainJavaOnly() {
        classes()
                .that(describe("are not the snapshot", type -> !isSnapshot(type)))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("io.dflockd.engine", "io.dflockd.protocol", "org.jspecify..")
                                .or(PLAIN_JAVA)
                                .or(describe("are a duration", type -> type.isEquivalentTo(Duration.class))))
                .check(ENGINE);
    }

    @Test
    void theSnapshotKnowsBytesBesides() {
        classes()
                .that(describe("are the snapshot", EngineArchitectureTest::isSnapshot))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.dflockd.engine", "io.dflockd.protocol", "org.jspecify..")
                        .or(PLAIN_JAVA)
                        .or(BYTES)
                        .and(describe("are no files", type -> !type.getName().startsWith("java.io.File"))))
                .check(ENGINE);
    }

    private static boolean isSnapshot(JavaClass type) {
        return type.getName().startsWith(Snapshot.class.getName()); // and its writer and reader
    }

    @Test
    void theEngineAsksTheSystemForNothing() {
        noClasses().should().accessClassesThat().belongToAnyOf(System.class).check(ENGINE);
        noClasses().should().callMethod(Math.class, "random").check(ENGINE);
    }

    @Test
    void nothingInTheEngineIsSharedBetweenThreads() {
        fields().should().notHaveModifier(VOLATILE).check(ENGINE);
        methods().should().notHaveModifier(SYNCHRONIZED).check(ENGINE);
        fields().that().haveModifier(STATIC).should().haveModifier(FINAL).check(ENGINE);
    }

    @Test
    void theProtocolIsPureFunctionsOverBytes() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("io.dflockd.protocol", "org.jspecify..", "java.nio.charset")
                        .or(resideInAPackage("java.nio"))
                        .or(PLAIN_JAVA))
                .check(PROTOCOL);
        fields().should().notHaveModifier(VOLATILE).check(PROTOCOL);
        methods().should().notHaveModifier(SYNCHRONIZED).check(PROTOCOL);
        fields().that().haveModifier(STATIC).should().haveModifier(FINAL).check(PROTOCOL);
    }
}
