package io.github.asynqee.messaging.internal.config.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({ "10s,PT10S", "500ms,PT0.5S", "1h30m,PT1H30M", "7d,PT168H", "0,PT0S", "PT10S,PT10S", "pt1h,PT1H",
            "1d2h3m4s5ms,PT26H3M4.005S", " 2m ,PT2M" })
    void reads_what_people_write(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "10", "ten", "10 s", "5s3m", "-1s", "1.5s", "99999999999999999999d", "P", "10sec" })
    void refuses_everything_else(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
    }

    @Test
    void writes_what_it_reads() {
        assertThat(Durations.parse(Durations.format(Duration.ofMillis(1500)))).isEqualTo(Duration.ofMillis(1500));
        assertThat(Durations.parse(Durations.format(Duration.ofMinutes(2)))).isEqualTo(Duration.ofMinutes(2));
    }
}
