package io.github.asynqee;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaWildcardType;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

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

    /** Given the names of queues, and what each does with them. */
    private static final Map<String, String> NOT_QUEUE_BY_QUEUE = Map.of(
            "Batches", "gives them to work per node",
            "Limits", "gives them to work per node",
            "FormerLimits", "is asked with a predicate",
            "GroupWatch", "each step is one of QueueSteps",
            "Heartbeat", "one command for all names",
            "PatternWatch", "one command for all names",
            "ServerInfoSource", "sends no commands");

    /** Otherwise queues of a slow node of a Cluster would delay the others: {@code NodeWork} decides which are served. */
    @ArchTest
    static final ArchRule what_is_given_many_queues_asks_whether_to_serve_each = constructors()
            .should(new ArchCondition<>("have a Predicate<String> if they have a supplier of names") {
                @Override
                public void check(JavaConstructor constructor, ConditionEvents events) {
                    List<String> parameters = constructor.getParameterTypes().stream().map(RoomsTest::shown).toList();
                    boolean hasNames = parameters.stream().anyMatch(type -> NAMES.matcher(type).find());
                    boolean asks = parameters.stream().anyMatch(type -> type.endsWith("Predicate<String>"));
                    events.add(new SimpleConditionEvent(constructor, !hasNames || asks
                            || NOT_QUEUE_BY_QUEUE.containsKey(constructor.getOwner().getSimpleName()),
                            constructor.getFullName() + " is given many queues"));
                }
            });

    private static final Pattern NAMES = Pattern.compile("Supplier<.*(Collection|List|Set|Map)<String");

    private static String shown(JavaType type) {
        return type instanceof JavaParameterizedType generic
                ? type.toErasure().getSimpleName() + generic.getActualTypeArguments().stream().map(RoomsTest::shown)
                        .collect(Collectors.joining(", ", "<", ">"))
                : type instanceof JavaWildcardType any
                        ? "?" + any.getUpperBounds().stream().map(RoomsTest::shown).collect(Collectors.joining())
                        : type.toErasure().getSimpleName();
    }

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
