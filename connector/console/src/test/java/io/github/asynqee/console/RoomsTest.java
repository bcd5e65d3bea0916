package io.github.asynqee.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.console", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.console",
                List.of(".config", ".problem", ".json", ".query", ".redis", ".mask", ".view",
                        ".audit", ".marker", ".job", ".live", ".periodic", ".notify", ".alert", ".security", ".runtime",
                        ".http",
                        ".api", ".api.about"),
                "client", "codec", "inspect", "inspect.payload", "inspect.periodic", "inspect.summary", "outage",
                "protocol",
                "redis", "redis.connection", "redis.lua", "shard", "thread");
    }

    @ArchTest
    static final ArchRule only_the_outer_packages_know_http = noClasses().that()
            .resideOutsideOfPackages("io.github.asynqee.console.api..", "io.github.asynqee.console.http",
                    "io.github.asynqee.console.security")
            .should().dependOnClassesThat().resideInAnyPackage("jakarta.ws.rs..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule nothing_of_messaging = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.eclipse.microprofile.reactive..", "io.github.asynqee.messaging..");
}
