package io.github.asynqee.messaging;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import jakarta.enterprise.context.ApplicationScoped;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packagesOf = AsynqConnector.class, importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

    @ArchTest
    static final ArchRule only_what_every_server_has = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("io.smallrye..", "io.vertx..", "org.jboss..", "com.ibm..", "io.openliberty..")
            .because("an application sees the types of the specifications, on every server");

    @ArchTest
    static final ArchRule redis_is_the_brokers_business = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("redis.clients..", "org.slf4j..");

    @ArchTest
    static final ArchRule rooms_depend_on_each_other_one_way = slices()
            .matching("io.github.asynqee.messaging.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule configuration_stands_alone = noClasses().that()
            .resideInAnyPackage("..messaging.config..", "..messaging.payload..", "..messaging.threads..").should()
            .dependOnClassesThat().resideInAnyPackage("..messaging.incoming..", "..messaging.outgoing..",
                    "..messaging.runtime..", "..messaging.cdi..", "..messaging.health..");

    @ArchTest
    static final ArchRule beans_have_no_public_fields = fields().that().areDeclaredInClassesThat()
            .areAnnotatedWith(ApplicationScoped.class).and().areNotStatic().should().bePrivate();
}
