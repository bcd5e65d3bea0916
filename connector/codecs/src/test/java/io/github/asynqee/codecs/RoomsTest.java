package io.github.asynqee.codecs;

import java.util.List;

import com.tngtech.archunit.junit.AnalyzeClasses;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.codecs", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.codecs", List.of("", ".internal"),
                "codec", "protocol");
    }
}
