package io.github.asynqee.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.asynqee.console.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentTest {

    @ParameterizedTest
    @CsvSource({ "mails, mails", "~YS9i, a/b", "~Li4, ..", "~fnRpbGRl, ~tilde", "a~b, a~b", "~4pyT, ✓" })
    void decodes_names(String segment, String name) {
        assertThat(Segment.fromString(segment).name()).isEqualTo(name);
    }

    @Test
    void what_is_not_base64_is_not_found() {
        assertThatThrownBy(() -> Segment.fromString("~!")).isInstanceOf(ProblemException.class);
    }
}
