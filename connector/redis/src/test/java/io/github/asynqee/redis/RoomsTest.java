package io.github.asynqee.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;
import io.github.asynqee.internal.outage.FailureLog;

@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee",
                List.of(".redis", ".internal.text", ".internal.outage", ".internal.thread", ".internal.redis.lua",
                        ".internal.redis.connection", ".internal.redis.tracking"),
                Map.of(
                        Set.of("internal.redis.tracking.TrackedNode", "internal.redis.tracking.TrackedNodeDuties",
                                "internal.redis.tracking.TrackedNodes"),
                        "a node asks the set of nodes whether it is still needed"));
    }

    @ArchTest
    static final ArchRule only_redis_packages_use_the_redis_client = noClasses().that()
            .resideOutsideOfPackage("io.github.asynqee.internal.redis..")
            .should().dependOnClassesThat().resideInAPackage("redis.clients..");

    @ArchTest
    static final ArchRule users_see_exceptions_only = classes().that().resideInAPackage("io.github.asynqee.redis")
            .and().areTopLevelClasses().and().doNotHaveSimpleName("package-info").should()
            .beAssignableTo(BrokerException.class);

    /** A handler of the log may throw, and the caller may have the reply to a command that was executed. */
    @ArchTest
    static final ArchRule a_log_fails_no_command = noClasses().that()
            .resideInAnyPackage("io.github.asynqee.internal.redis.connection", "io.github.asynqee.internal.outage")
            .and().areNotAssignableTo(FailureLog.class)
            .should().callMethod(System.Logger.class, "log", System.Logger.Level.class, String.class, Object[].class)
            .orShould().callMethod(System.Logger.class, "log", System.Logger.Level.class, String.class);

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
