package io.github.asynqee.server.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import io.github.asynqee.server.Figures;

/** The wrong wall clock of a process. The library {@code c/faults} moves it; the profile {@code faults} builds it. */
final class WallClock {

    private static final Path LIBRARY = Path.of(System.getProperty("faults.clock", "")).toAbsolutePath();
    private static final int TOLERANCE_SECONDS = 20;

    private final int seconds;

    /** @param seconds by which it is ahead, negative if it is behind */
    WallClock(int seconds) {
        this.seconds = seconds;
    }

    /** The environment variables for the process. */
    Map<String, String> environment() {
        if (!Files.isRegularFile(LIBRARY)) {
            Figures.add("faults: NO CLOCK DIFFERS, there was no C compiler for " + LIBRARY);
            return Map.of();
        }
        return Map.of("LD_PRELOAD", LIBRARY.toString(), "WALL_CLOCK_SECONDS", String.valueOf(seconds));
    }

    /** Fails if the clock of a node is not this one. */
    void assertIsOf(Node node) throws IOException, InterruptedException {
        int expected = environment().isEmpty() ? 0 : seconds;
        assertThat(node.memory().time()).as("wall clock of a node that is wrong by " + expected + " s")
                .isCloseTo(Instant.now().plusSeconds(expected), within(TOLERANCE_SECONDS, ChronoUnit.SECONDS));
    }
}
