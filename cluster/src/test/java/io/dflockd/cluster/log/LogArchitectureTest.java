package io.dflockd.cluster.log;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Ratis stays inside the package of the log. */
class LogArchitectureTest {
    private static final String RATIS = "org.apache.ratis..";

    private final JavaClasses cluster = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.dflockd.cluster");

    @Test
    void nobodyElseUsesRatis() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.dflockd.cluster.log")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(RATIS)
                .check(cluster);
    }

    /** A leader that is cut off answers reads of Ratis without asking anybody. */
    @Test
    void nobodyReadsPastTheLog() {
        noClasses()
                .should()
                .callMethodWhere(JavaCall.Predicates.target(HasName.Predicates.nameMatching("readRequestType")))
                .check(cluster);
    }

    @Test
    void whatOthersCallShowsNoTypeOfRatis() {
        noMethods()
                .that()
                .areDeclaredInClassesThat(new Published())
                .should()
                .haveRawReturnType(JavaClass.Predicates.resideInAPackage(RATIS))
                .orShould()
                .haveRawParameterTypes(DescribedPredicate.anyElementThat(JavaClass.Predicates.resideInAPackage(RATIS)))
                .check(cluster);
    }

    /** What is public, but for the one class that Ratis itself must be able to make. */
    private static final class Published extends DescribedPredicate<JavaClass> {
        Published() {
            super("published by the log");
        }

        @Override
        public boolean test(JavaClass type) {
            return type.getModifiers().contains(JavaModifier.PUBLIC)
                    && type.getPackageName().equals("io.dflockd.cluster.log")
                    && !type.isEquivalentTo(SilentMetrics.class);
        }
    }
}
