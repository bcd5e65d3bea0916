package io.github.asynqee.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages have one subject each and at most 25 types, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.console", importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

    private static final String ROOT = "io.github.asynqee.console";
    private static final int MAX_TYPES = 25;

    /** Packages from the lowest to the highest: each may depend on those before it only. */
    private static final List<String> ORDER = List.of(".config", ".problem", ".json", ".query", ".redis", ".view",
            ".audit", ".marker", ".job", ".live", ".periodic", ".notify", ".alert", ".security", ".runtime", ".http",
            ".api");

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        for (int i = 0; i < ORDER.size(); i++) {
            String[] allowed = ORDER.subList(0, i + 1).stream().map(room -> ROOT + room).toArray(String[]::new);
            classes().that().resideInAPackage(ROOT + ORDER.get(i))
                    .should(onlyDependOnClassesThat(
                            resideInAnyPackage(allowed).or(resideOutsideOfPackage(ROOT + ".."))))
                    .check(classes);
        }
    }

    @ArchTest
    static void each_package_has_its_place_and_at_most_25_types(JavaClasses classes) {
        Map<String, Long> types = classes.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));

        assertThat(types.keySet()).containsExactlyInAnyOrderElementsOf(ORDER.stream().map(ROOT::concat).toList());
        assertThat(types).allSatisfy((room, count) -> assertThat(count).as(room).isLessThanOrEqualTo(MAX_TYPES));
    }

    @ArchTest
    static final ArchRule only_the_outer_packages_know_http = noClasses().that()
            .resideOutsideOfPackages(ROOT + ".api", ROOT + ".http", ROOT + ".security")
            .should().dependOnClassesThat().resideInAnyPackage("jakarta.ws.rs..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule nothing_of_messaging = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.eclipse.microprofile.reactive..", "io.github.asynqee.messaging..");
}
