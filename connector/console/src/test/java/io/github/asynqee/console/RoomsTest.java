package io.github.asynqee.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.Map;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.console", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee.console",
            List.of(".config", ".problem", ".json", ".query", ".redis", ".view",
                    ".audit", ".marker", ".job", ".live", ".periodic", ".notify", ".alert", ".security", ".runtime",
                    ".http",
                    ".api"));

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
        ROOMS.useOnly(classes, "client", "codec", "inspect", "inspect.payload", "inspect.periodic", "inspect.summary", "outage", "protocol",
                "redis", "redis.connection", "redis.lua", "shard", "thread");
    }

    @ArchTest
    static final ArchRule only_the_outer_packages_know_http = noClasses().that()
            .resideOutsideOfPackages("io.github.asynqee.console.api", "io.github.asynqee.console.http",
                    "io.github.asynqee.console.security")
            .should().dependOnClassesThat().resideInAnyPackage("jakarta.ws.rs..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule nothing_of_messaging = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.eclipse.microprofile.reactive..", "io.github.asynqee.messaging..");
}
