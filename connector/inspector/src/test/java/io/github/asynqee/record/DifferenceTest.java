package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferenceTest {

    @ParameterizedTest
    @EnumSource
    void every_difference_is_documented(Difference difference) throws Exception {
        assertThat(Files.readString(Path.of("../../docs/contributing/compatibility.md")))
                .contains("\n| " + difference.row() + " |");
    }

    /** The recorded counts, with which every run is compared. */
    @ParameterizedTest
    @EnumSource
    void every_difference_is_met(Difference difference) {
        assertThat(Tally.known("every_4th_sequence") + Tally.known("vectors") + Tally.known("inspector_vectors"))
                .contains("difference " + difference.name() + ":");
    }
}
