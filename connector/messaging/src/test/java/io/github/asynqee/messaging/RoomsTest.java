package io.github.asynqee.messaging;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.messaging", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee.messaging",
            List.of("", ".internal.config", ".internal.payload", ".internal.threads",
                    ".internal.events", ".internal.metrics", ".internal.tracing", ".internal.periodic",
                    ".internal.incoming",
                    ".internal.outgoing", ".internal.transactions", ".internal.retry",
                    ".internal.runtime",
                    ".internal.health", ".internal.cdi"));

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
        ROOMS.useOnly(classes, "broker", "client", "cron", "delivery", "engine", "inspect", "lane", "metrics",
                "protocol",
                "redis", "redis.connection", "text", "thread");
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
