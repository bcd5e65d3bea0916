package io.github.asynqee.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.testkit", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee.testkit",
            List.of(".payload", ".assertion", ".worker", ".junit"));

    private static final Map<Set<String>, String> CIRCLES = Map.of(
            Set.of("testkit.junit.AsynqTest", "testkit.junit.AsynqTestExtension"),
            "the annotation names its extension, which reads the annotation");

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        ROOMS.goOneWay(classes);
    }

    @ArchTest
    static void files_form_no_circle(JavaClasses classes) {
        Rooms.formCirclesOfFiles(classes, CIRCLES);
    }

    @ArchTest
    static void each_package_has_its_place_and_one_subject(JavaClasses classes) {
        ROOMS.haveOneSubjectEach(classes);
    }

    @ArchTest
    static void of_other_modules_it_uses_only(JavaClasses classes) {
        ROOMS.useOnly(classes, "broker", "client", "delivery", "engine", "inspect", "lane", "protocol", "redis",
                "redis.connection");
    }
}
