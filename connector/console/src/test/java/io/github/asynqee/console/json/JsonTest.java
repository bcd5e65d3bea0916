package io.github.asynqee.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;

import org.junit.jupiter.api.Test;

class JsonTest {

    /** Browsers read no other form of such years. */
    @Test
    void times_of_any_year_are_those_of_ECMAScript() {
        assertThat(Json.time(Instant.parse("2026-03-29T12:00:00.5Z"))).isEqualTo("2026-03-29T12:00:00.500Z");
        assertThat(Json.time(Instant.parse("0000-01-01T00:00:00Z"))).isEqualTo("0000-01-01T00:00:00.000Z");
        assertThat(Json.time(Instant.parse("9999-12-31T23:59:59Z"))).isEqualTo("9999-12-31T23:59:59.000Z");
        assertThat(Json.time(Instant.ofEpochSecond(1_795_800_000_000L))).isEqualTo("+058876-08-20T05:20:00.000Z");
        assertThat(Json.time(Instant.ofEpochSecond(-100_000_000_000L))).isEqualTo("-001199-02-15T14:13:20.000Z");
        assertThat(Json.time(Instant.MAX)).isEqualTo("+1000000000-12-31T23:59:59.999999999Z");
        assertThat(Instant.parse(Json.time(Instant.ofEpochSecond(1_795_800_000_000L))))
                .isEqualTo(Instant.ofEpochSecond(1_795_800_000_000L));
    }
}
