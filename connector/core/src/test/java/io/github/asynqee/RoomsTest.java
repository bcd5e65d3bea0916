package io.github.asynqee;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.stream.Stream;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Each package is a room with one subject; what a room may know goes one way. */
@AnalyzeClasses(packages = "io.github.asynqee", importOptions = RoomsTest.MainOfThisModule.class)
class RoomsTest {

    private static final String ALL = "io.github.asynqee..";
    private static final String TASK = "io.github.asynqee.task..";
    private static final String PROTOCOL = "io.github.asynqee.protocol..";
    private static final String BROKER = "io.github.asynqee.broker..";
    private static final String CLIENT = "io.github.asynqee.client..";
    private static final String EVENT = "io.github.asynqee.event..";
    private static final String SCHEDULE = "io.github.asynqee.schedule..";
    private static final String SERVICE = "io.github.asynqee.service..";
    private static final String WORKER = "io.github.asynqee.worker..";

    /** Neither tests nor the testkit. */
    static final class MainOfThisModule implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("testkit");
        }
    }

    private static ArchRule knowsOnly(String room, String... others) {
        String[] allowed = Stream.concat(Stream.of(room), Stream.of(others)).toArray(String[]::new);
        return classes().that().resideInAPackage(room).should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(resideOutsideOfPackage(ALL)));
    }

    @ArchTest
    static final ArchRule task_knows_nothing = knowsOnly(TASK);

    @ArchTest
    static final ArchRule event_knows_task = knowsOnly(EVENT, TASK);

    @ArchTest
    static final ArchRule protocol_knows_task = knowsOnly(PROTOCOL, TASK);

    @ArchTest
    static final ArchRule broker_knows_protocol_and_task = knowsOnly(BROKER, PROTOCOL, TASK);

    @ArchTest
    static final ArchRule client_knows_broker = knowsOnly(CLIENT, BROKER, PROTOCOL, TASK);

    @ArchTest
    static final ArchRule schedule_knows_client = knowsOnly(SCHEDULE, CLIENT, EVENT, BROKER, PROTOCOL, TASK);

    @ArchTest
    static final ArchRule service_knows_broker = knowsOnly(SERVICE, EVENT, BROKER, PROTOCOL, TASK);

    @ArchTest
    static final ArchRule worker_knows_broker_and_service = knowsOnly(WORKER, SERVICE, EVENT, BROKER, PROTOCOL,
            TASK);

    @ArchTest
    static final ArchRule only_broker_sees_the_redis_client = noClasses().that().resideOutsideOfPackage(BROKER).should()
            .dependOnClassesThat().resideInAPackage("redis.clients..");

    @ArchTest
    static final ArchRule only_protocol_sees_protobuf = noClasses().that().resideOutsideOfPackage(PROTOCOL).should()
            .dependOnClassesThat().resideInAnyPackage("com.google.protobuf..", "io.github.asynqee.protocol.wire..");

    @ArchTest
    static final ArchRule core_needs_no_application_server = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "javax.enterprise..", "org.eclipse.microprofile..");

    @ArchTest
    static final ArchRule rooms_form_no_circle = slices().matching("io.github.asynqee.(*)..").should()
            .beFreeOfCycles();
}
