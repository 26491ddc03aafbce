package io.dflockd.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import io.dflockd.client.exceptions.DflockdException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an application sees of the client: types of the JDK, of the protocol and of its own, and no checked exceptions. */
final class PublicApiTest {
    private static final Set<String> EXPORTED = Set.of("io.dflockd.client", "io.dflockd.client.exceptions");
    private static final List<JavaClass> TYPES =
            MainClasses.all().stream().filter(PublicApiTest::isVisible).toList();
    private static final List<String> OURS = List.of("java.", "javax.net.ssl.", "io.dflockd.protocol.");

    private static boolean isVisible(JavaClass type) {
        return EXPORTED.contains(type.getPackageName())
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicApiTest::isVisible).orElse(true);
    }

    @Test
    void isFound() {
        assertThat(TYPES)
                .extracting(JavaClass::getSimpleName)
                .contains("Dflockd", "Grant", "Builder", "DflockdException")
                .doesNotContain("ThreadLock", "Core");
    }

    @Test
    void showsNoTypeOfALibraryNorOneThatIsNotExported() {
        assertThat(TYPES).allSatisfy(type -> assertThat(mentionedBy(type)).noneMatch(PublicApiTest::isForeign));
    }

    @Test
    void declaresNoCheckedExceptionButThoseOfTheApplicationsOwnWork() {
        assertThat(TYPES.stream()
                        .filter(type -> !type.isEquivalentTo(LeadershipWork.class)) // which is such work
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(PublicApiTest::isUsable))
                .isNotEmpty()
                .extracting(unit -> (Executable) unit.reflect())
                .allSatisfy(each -> assertThat(each.getGenericExceptionTypes()).allMatch(PublicApiTest::isUnchecked));
    }

    @Test
    void hasOneRootOfAllExceptions() {
        assertThat(TYPES)
                .filteredOn(type -> type.isAssignableTo(Throwable.class))
                .hasSizeGreaterThan(10)
                .allMatch(type -> type.isAssignableTo(DflockdException.class))
                .allMatch(type -> type.getPackageName().equals(DflockdException.class.getPackageName()));
    }

    @Test
    void isNotMadeToBeExtended() {
        assertThat(TYPES)
                .filteredOn(type -> !type.isInterface() && !type.isAssignableTo(Throwable.class))
                .extracting(JavaClass::reflect)
                .allMatch(type -> Modifier.isFinal(type.getModifiers()) || type.isSealed());
    }

    /** Every class in a declaration that an application can use. */
    private static Stream<JavaClass> mentionedBy(JavaClass type) {
        Stream<JavaClass> above =
                Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream());
        Stream<JavaMember> members = type.getMembers().stream().filter(PublicApiTest::isUsable);
        return Stream.concat(above, members.flatMap(each -> each.getAllInvolvedRawTypes().stream()));
    }

    private static boolean isUsable(HasModifiers member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean isForeign(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        return !element.isPrimitive()
                && !EXPORTED.contains(element.getPackageName())
                && OURS.stream().noneMatch(element.getName()::startsWith);
    }

    /** A type variable stands for what the work of the application throws. */
    private static boolean isUnchecked(Type thrown) {
        return !(thrown instanceof Class<?> type)
                || RuntimeException.class.isAssignableFrom(type)
                || Error.class.isAssignableFrom(type);
    }
}
