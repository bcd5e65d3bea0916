package io.github.asynqee;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** Signatures of the public packages contain only types that users can import. */
@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class PublicApiTest {

    private static final String ROOT = "io.github.asynqee";
    private static final Set<String> PUBLIC = Set.of(ROOT, ROOT + ".event", ROOT + ".periodic", ROOT + ".worker",
            ROOT + ".engine", ROOT + ".redis");

    @ArchTest
    static void public_signatures_contain_no_internal_types(JavaClasses classes) {
        Set<String> leaks = classes.stream().filter(PublicApiTest::isPublicApi)
                .flatMap(type -> Stream.concat(leaksOfDeclaration(type), leaksOfMembers(type)))
                .collect(toCollection(TreeSet::new));

        assertThat(leaks).isEmpty();
    }

    private static boolean isPublicApi(JavaClass type) {
        return PUBLIC.contains(type.getPackageName()) && isAccessible(type);
    }

    /** Whether code outside the package can name the type. */
    private static boolean isAccessible(JavaClass type) {
        return (type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED))
                && type.getEnclosingClass().map(PublicApiTest::isAccessible).orElse(true);
    }

    private static Stream<String> leaksOfDeclaration(JavaClass type) {
        Stream<JavaType> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        return leaks(type.getName(), Stream.concat(supertypes, type.getTypeParameters().stream()));
    }

    private static Stream<String> leaksOfMembers(JavaClass type) {
        return type.getMembers().stream().filter(PublicApiTest::isAccessible)
                .flatMap(member -> leaks(member.getFullName(), typesOf(member)));
    }

    private static boolean isAccessible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaType> typesOf(JavaMember member) {
        if (!(member instanceof JavaCodeUnit code)) {
            return member.getAllInvolvedRawTypes().stream().map(type -> type);
        }
        Stream<JavaType> returned = code instanceof JavaConstructor ? Stream.empty() : Stream.of(code.getReturnType());
        return Stream.of(returned, code.getParameterTypes().stream(), code.getTypeParameters().stream(),
                code.getExceptionTypes().stream()).flatMap(types -> types.map(type -> (JavaType) type));
    }

    private static Stream<String> leaks(String where, Stream<? extends JavaType> types) {
        return types.flatMap(type -> type.getAllInvolvedRawTypes().stream()).map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith(ROOT) && !isPublicApi(type))
                .map(type -> where + " contains " + type.getName());
    }
}
