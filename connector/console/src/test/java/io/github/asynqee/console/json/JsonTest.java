package io.github.asynqee.console.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;

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

    private record Part(String queue, String id) {}

    private record Whole(String queue, List<Part> parts, Part part, List<String> queues, Map<String, String> headers) {}

    @Test
    void records_of_queues_that_are_not_seen_are_left_out() {
        Part other = new Part("other", "1");
        Whole whole = new Whole("seen", List.of(new Part("seen", "2"), other, new Part("", "3")), other,
                List.of("seen", "other"), Map.of("queue", "other"));

        assertThat(Json.text(whole, "seen"::equals)).isEqualTo("{\"queue\":\"seen\",\"parts\":[{\"queue\":\"seen\","
                + "\"id\":\"2\"},{\"queue\":\"\",\"id\":\"3\"}],\"queues\":[\"seen\"],\"headers\":{\"queue\":\"other\"}}");
        assertThatThrownBy(() -> Json.text(other, "seen"::equals)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Json.text(Map.of("items", List.of(other)), "seen"::equals)).isEqualTo("{\"items\":[]}");
    }
}
