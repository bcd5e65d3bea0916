package io.github.asynqee.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee",
            List.of(".redis", ".internal.text", ".internal.outage", ".internal.thread", ".internal.redis.lua",
                    ".internal.redis.connection", ".internal.redis.tracking"));

    /** Files of a circle, and why it stays. */
    private static final Map<Set<String>, String> CIRCLES = Map.of(
            Set.of("internal.redis.tracking.TrackedNode", "internal.redis.tracking.TrackedNodeDuties",
                    "internal.redis.tracking.TrackedNodes"),
            "a node asks the set of nodes whether it is still needed",
            Set.of("internal.redis.connection.NodeExchange", "internal.redis.connection.RedisExecutor"),
            "an exchange has replies of the executor");

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        ROOMS.goOneWay(classes);
    }

    @ArchTest
    static void files_form_no_circle_but_these(JavaClasses classes) {
        Rooms.formCirclesOfFiles(classes, CIRCLES);
    }

    @ArchTest
    static void each_package_has_its_place_and_one_subject(JavaClasses classes) {
        ROOMS.haveOneSubjectEach(classes);
    }

    @ArchTest
    static void of_other_modules_it_uses_nothing(JavaClasses classes) {
        ROOMS.useOnly(classes);
    }

    @ArchTest
    static final ArchRule only_redis_packages_use_the_redis_client = noClasses().that()
            .resideOutsideOfPackage("io.github.asynqee.internal.redis..")
            .should().dependOnClassesThat().resideInAPackage("redis.clients..");

    @ArchTest
    static final ArchRule users_see_exceptions_only = classes().that().resideInAPackage("io.github.asynqee.redis")
            .and().areTopLevelClasses().and().doNotHaveSimpleName("package-info").should()
            .beAssignableTo(BrokerException.class);

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
