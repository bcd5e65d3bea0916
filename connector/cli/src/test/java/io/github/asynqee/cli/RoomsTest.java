package io.github.asynqee.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.github.asynqee.Rooms;

/** Packages have one subject each, and depend on each other in one direction only. */
@AnalyzeClasses(packages = "io.github.asynqee.cli", importOptions = Rooms.ThisModule.class)
class RoomsTest {

    /** From the lowest to the highest. */
    private static final Rooms ROOMS = new Rooms("io.github.asynqee.cli", List.of(".shared", ".task", ".dash", ""));

    /** Files of a circle, and why it stays. */
    private static final Map<Set<String>, String> CIRCLES = Map.of(
            Set.of("cli.dash.CronListing", "cli.dash.DashState", "cli.dash.Details", "cli.dash.FindingsListing",
                    "cli.dash.Grid", "cli.dash.Help", "cli.dash.Listing", "cli.dash.QueuesListing", "cli.dash.Screen",
                    "cli.dash.ServersListing", "cli.dash.StatusLine", "cli.dash.TasksListing"),
            "the state of the dashboard chooses the listing that shows it",
            Set.of("cli.shared.Program", "cli.shared.RedisOptions"), "the options know the program that has them");

    @ArchTest
    static void dependencies_go_one_way(JavaClasses classes) {
        ROOMS.goOneWay(classes);
    }

    @ArchTest
    static void files_form_no_circle_but_these(JavaClasses classes) {
        Rooms.formCirclesOfFiles(classes, CIRCLES);
    }

    @ArchTest
    static void each_package_has_its_place_and_one_subject(JavaClasses classes) {
        ROOMS.haveOneSubjectEach(classes);
    }

    @ArchTest
    static void of_other_modules_it_uses_only(JavaClasses classes) {
        ROOMS.useOnly(classes, "client", "inspect.periodic", "redis", "redis.connection", "shard");
    }

}
