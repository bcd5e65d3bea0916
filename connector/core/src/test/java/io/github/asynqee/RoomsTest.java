package io.github.asynqee;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages have one subject each and at most 25 types, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee", importOptions = RoomsTest.MainOfThisModule.class)
class RoomsTest {

    private static final String ROOT = "io.github.asynqee";
    private static final String ALL = ROOT + "..";
    private static final int MAX_TYPES = 25;

    /** Packages from the lowest to the highest: each may depend on those before it only. */
    private static final List<String> ORDER = List.of("", ".event", ".statistics", ".inspect",
            ".internal.protocol.wire", ".internal.protocol", ".internal.outage", ".metrics", ".internal.statistics",
            ".internal.metrics", ".internal.shard",
            ".internal.broker",
            ".internal.event", ".internal.thread", ".internal.client", ".periodic", ".worker", ".internal.delivery",
            ".internal.lane", ".internal.settle",
            ".internal.fetch",
            ".internal.service", ".internal.group", ".internal.cron", ".internal.engine", ".internal.redis.connection",
            ".internal.redis.tracking", ".internal.redis.summary", ".internal.redis.shards", ".internal.redis",
            ".internal.redis.findings",
            ".internal.redis.repair", ".internal.redis.inspect", ".engine");

    /** Neither tests nor the testkit. */
    static final class MainOfThisModule implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("testkit");
        }
    }

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        for (int i = 0; i < ORDER.size(); i++) {
            String[] allowed = ORDER.subList(0, i + 1).stream().map(room -> ROOT + room).toArray(String[]::new);
            classes().that().resideInAPackage(ROOT + ORDER.get(i))
                    .should(onlyDependOnClassesThat(resideInAnyPackage(allowed).or(resideOutsideOfPackage(ALL))))
                    .check(classes);
        }
    }

    @ArchTest
    static void each_package_has_its_place_and_at_most_25_types(JavaClasses classes) {
        Map<String, Long> types = classes.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        types.remove(ROOT + ".internal.protocol.wire");

        assertThat(Stream.concat(types.keySet().stream(), Stream.of(ROOT + ".internal.protocol.wire")))
                .containsExactlyInAnyOrderElementsOf(ORDER.stream().map(room -> ROOT + room).toList());
        assertThat(types).allSatisfy((room, count) -> assertThat(count).as(room).isLessThanOrEqualTo(MAX_TYPES));
    }

    @ArchTest
    static final ArchRule only_redis_packages_use_the_redis_client = noClasses().that()
            .resideOutsideOfPackage("io.github.asynqee.internal.redis..")
            .should().dependOnClassesThat().resideInAPackage("redis.clients..");

    @ArchTest
    static final ArchRule only_protocol_uses_protobuf = noClasses().that()
            .resideOutsideOfPackage("io.github.asynqee.internal.protocol..")
            .should().dependOnClassesThat()
            .resideInAnyPackage("com.google.protobuf..", "io.github.asynqee.internal.protocol.wire..");

    @ArchTest
    static final ArchRule core_needs_no_application_server = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "javax.enterprise..", "org.eclipse.microprofile..");

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
