package io.github.asynqee.cli;

import java.util.List;
import java.util.Map;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.cli", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee.cli", List.of(".shared", ".task", ".dash", ""));

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
        ROOMS.useOnly(classes, "client", "inspect.payload", "inspect.periodic", "redis", "redis.connection", "shard",
                "text");
    }

}
