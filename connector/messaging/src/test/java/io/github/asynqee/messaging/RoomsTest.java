package io.github.asynqee.messaging;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.messaging", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.messaging",
                List.of("", ".internal.config.property", ".internal.config", ".internal.payload", ".internal.threads",
                        ".internal.events", ".internal.metrics", ".internal.tracing", ".internal.periodic",
                        ".internal.incoming",
                        ".internal.outgoing", ".internal.transactions", ".internal.retry",
                        ".internal.runtime",
                        ".internal.health", ".internal.cdi"),
                "broker", "broker.watch", "client", "codec", "cron", "delivery", "engine", "inspect", "lane", "metrics",
                "protocol", "redis", "redis.connection", "text", "thread");
    }

    @ArchTest
    static final ArchRule only_what_every_server_has = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("io.smallrye..", "io.vertx..", "org.jboss..", "com.ibm..", "io.openliberty..")
            .because("an application sees the types of the specifications, on every server");

    @ArchTest
    static final ArchRule only_core_uses_the_redis_client = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("redis.clients..", "org.slf4j..");

    @ArchTest
    static final ArchRule beans_have_no_public_fields = fields().that().areDeclaredInClassesThat()
            .areAnnotatedWith(ApplicationScoped.class).and().areNotStatic().should().bePrivate();
}
