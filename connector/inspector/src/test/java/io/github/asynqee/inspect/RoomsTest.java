package io.github.asynqee.inspect;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;
import io.github.asynqee.internal.protocol.QueueKeys;

@AnalyzeClasses(packages = "io.github.asynqee", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee",
                List.of(".statistics", ".inspect", ".metrics", ".internal.inspect.payload", ".internal.inspect.script",
                        ".internal.inspect.queue",
                        ".internal.inspect.summary", ".internal.inspect.findings", ".internal.inspect.repair",
                        ".internal.inspect.task", ".internal.inspect.waiting", ".internal.inspect.walk",
                        ".internal.inspect.periodic",
                        ".internal.inspect", ".inspect.connect"),
                "broker", "broker.registry", "broker.watch", "client", "codec", "cron", "feature.batch", "outage",
                "protocol", "redis",
                "redis.cancellation", "redis.connection", "redis.lua", "redis.script", "shard", "statistics", "text");
    }

    /** What gets a name from a caller asks the resolver, which knows the caller's scope and the shards. */
    @ArchTest
    static final ArchRule only_the_resolver_makes_keys_of_the_name_of_a_queue = noClasses()
            .that().resideOutsideOfPackage("io.github.asynqee.internal.inspect.queue")
            .should().accessTargetWhere(DescribedPredicate.describe("QueueKeys are made",
                    access -> access.getTargetOwner().isEquivalentTo(QueueKeys.class)
                            && Set.of("of", "<init>").contains(access.getName())))
            .because("a queue is found by its QueueResolver");

    @ArchTest
    static final ArchRule packages_form_no_circle = slices().matching("io.github.asynqee.(**)").should()
            .beFreeOfCycles();
}
