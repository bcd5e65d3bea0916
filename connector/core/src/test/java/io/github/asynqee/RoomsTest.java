package io.github.asynqee;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.Map;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee",
            List.of("", ".event", ".internal.protocol.wire", ".internal.protocol", ".internal.codec",
                    ".internal.statistics",
                    ".internal.metrics", ".internal.shard", ".internal.broker", ".internal.event", ".internal.call",
                    ".internal.batch", ".internal.client",
                    ".periodic", ".worker", ".internal.delivery", ".internal.lane", ".internal.fetch",
                    ".internal.service", ".internal.group", ".internal.cron", ".internal.engine",
                    ".internal.redis.script", ".internal.redis.shards",
                    ".internal.redis.cancellation", ".internal.redis.limit", ".internal.redis.batch",
                    ".internal.redis.unique", ".internal.redis.registry", ".internal.redis",
                    ".engine"));

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        ROOMS.goOneWay(classes);
    }

    @ArchTest
    static void files_form_no_circle(JavaClasses classes) {
        Rooms.formCirclesOfFiles(classes, Map.of());
    }

    @ArchTest
    static void each_package_has_its_place_and_one_subject(JavaClasses classes) {
        ROOMS.haveOneSubjectEach(classes);
    }

    @ArchTest
    static void of_other_modules_it_uses_only(JavaClasses classes) {
        ROOMS.useOnly(classes, "outage", "redis.connection", "redis.lua", "redis.tracking", "text", "thread");
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
