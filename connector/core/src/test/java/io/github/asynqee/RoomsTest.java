package io.github.asynqee;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee",
                List.of("", ".event", ".internal.protocol.wire", ".internal.protocol", ".internal.codec",
                        ".internal.statistics",
                        ".internal.metrics", ".internal.shard", ".internal.broker.watch", ".internal.broker.registry",
                        ".internal.broker", ".worker", ".internal.redis.script", ".internal.redis.registry",
                        ".internal.feature", ".internal.feature.batch", ".internal.feature.call",
                        ".internal.feature.limit",
                        ".internal.feature.unique", ".internal.event",
                        ".internal.client", ".periodic", ".internal.delivery", ".internal.lane", ".internal.fetch",
                        ".internal.service", ".internal.group", ".internal.cron", ".internal.engine",
                        ".internal.redis.shards", ".internal.redis.cancellation",
                        ".internal.redis",
                        ".engine"),
                "outage", "redis.connection", "redis.lua", "redis.tracking", "text", "thread");
    }

    @ArchTest
    static final ArchRule only_redis_packages_and_features_use_the_redis_client = noClasses().that()
            .resideOutsideOfPackages("io.github.asynqee.internal.redis..", "io.github.asynqee.internal.feature..")
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
    static final ArchRule only_lists_of_features_and_the_client_know_a_feature = noClasses().that()
            .resideOutsideOfPackage("io.github.asynqee.internal.feature..")
            .and().doNotHaveFullyQualifiedName("io.github.asynqee.internal.engine.WorkerParts")
            .and().doNotHaveFullyQualifiedName("io.github.asynqee.internal.redis.RedisBroker")
            .and().doNotHaveFullyQualifiedName("io.github.asynqee.internal.client.DefaultAsynqClient")
            .and().doNotHaveFullyQualifiedName("io.github.asynqee.internal.client.DefaultBatch")
            .and().doNotHaveFullyQualifiedName("io.github.asynqee.internal.client.TaskComposer")
            .should().dependOnClassesThat().resideInAPackage("io.github.asynqee.internal.feature.*..");

    @ArchTest
    static final ArchRule features_do_not_know_each_other = slices()
            .matching("io.github.asynqee.internal.feature.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
