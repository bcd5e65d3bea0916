package io.github.asynqee.messaging;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import java.util.stream.Stream;

import com.tngtech.archunit.base.HasDescription;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** Signatures of the public package contain only types that an application can import. */
@AnalyzeClasses(packages = "io.github.asynqee.messaging", importOptions = ImportOption.DoNotIncludeTests.class)
class PublicApiTest {

    private static final String PUBLIC = "io.github.asynqee.messaging";

    @ArchTest
    static void public_signatures_contain_no_internal_types(JavaClasses classes) {
        TreeSet<String> leaks = classes.stream().filter(type -> type.getPackageName().equals(PUBLIC))
                .filter(PublicApiTest::isAccessible)
                .flatMap(type -> Stream.concat(leaksOfDeclaration(type), leaksOfMembers(type)))
                .collect(toCollection(TreeSet::new));

        assertThat(leaks).isEmpty();
    }

    private static Stream<String> leaksOfDeclaration(JavaClass type) {
        Stream<? extends JavaType> supertypes = Stream.concat(type.getSuperclass().stream(),
                type.getInterfaces().stream());
        return leaks(type, Stream.concat(supertypes, type.getTypeParameters().stream())
                .flatMap(it -> it.getAllInvolvedRawTypes().stream()));
    }

    private static Stream<String> leaksOfMembers(JavaClass type) {
        return type.getMembers().stream().filter(PublicApiTest::isAccessible)
                .flatMap(member -> leaks(member, member.getAllInvolvedRawTypes().stream()));
    }

    private static boolean isAccessible(HasModifiers it) {
        return it.getModifiers().contains(JavaModifier.PUBLIC) || it.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<String> leaks(HasDescription where, Stream<JavaClass> types) {
        return types.map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith("io.github.asynqee"))
                .filter(type -> type.getPackageName().contains(".internal") || !isAccessible(type))
                .map(type -> where.getDescription() + " contains " + type.getName());
    }
}
