package io.github.asynqee.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.junit.AnalyzeClasses;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.testkit", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.testkit",
                List.of(".payload", ".assertion", ".worker", ".junit"),
                Map.of(
                        Set.of("testkit.junit.AsynqTest", "testkit.junit.AsynqTestExtension"),
                        "the annotation names its extension, which reads the annotation"),
                "broker", "client", "delivery", "engine", "inspect", "lane", "protocol", "redis",
                "redis.connection");
    }
}
