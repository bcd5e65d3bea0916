package io.github.asynqee.cli;

import java.util.List;

import com.tngtech.archunit.junit.AnalyzeClasses;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.cli", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.cli", List.of(".shared", ".task", ".dash.text", ".dash", ""),
                "client", "inspect.payload", "inspect.periodic", "redis", "redis.connection", "shard", "text");
    }
}
