package io.github.asynqee.console.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.asynqee.console.problem.ProblemException;
import org.junit.jupiter.api.Test;

class BodyTest {

    private static Body body(String text) {
        return Body.of(text, Set.of("a"));
    }

    private static void assertRefused(String text, Consumer<Body> read, String part) {
        assertThatThrownBy(() -> read.accept(body(text))).isInstanceOf(ProblemException.class)
                .hasMessageContaining(part);
    }

    @Test
    void reads_values_of_every_kind() {
        assertThat(body("{\"a\":\"x\"}").text("a")).isEqualTo("x");
        assertThat(body("{\"a\":5}").number("a")).isEqualTo(5);
        assertThat(body("{\"a\":1500}").duration("a")).isEqualTo(Duration.ofMillis(1500));
        assertThat(body("{\"a\":\"2026-01-02T03:04:05Z\"}").time("a")).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(body("{\"a\":{\"k\":\"v\"}}").texts("a")).isEqualTo(Map.of("k", "v"));
        assertThat(body("{\"a\":{\"text\":\"hé\"}}").bytes("a")).hasSize(3);
        assertThat(body("{\"a\":{\"base64\":\"AAE=\"}}").bytes("a")).isEqualTo(new byte[]{ 0, 1 });
        for (String absent : Arrays.asList("", null, "{}", "{\"a\":null}")) {
            assertThat(body(absent).text("a")).isNull();
            assertThat(body(absent).bytes("a")).isNull();
        }
    }

    @Test
    void names_what_is_wrong() {
        assertRefused("{", body -> {}, "not JSON");
        assertRefused("[".repeat(100_000), body -> {}, "nested too deeply");
        assertRefused("[1]", body -> {}, "object");
        assertRefused("{\"b\":1}", body -> {}, "unknown member \"b\"");
        assertRefused("{\"a\":1}", body -> body.text("a"), "text");
        assertRefused("{\"a\":\"1\"}", body -> body.number("a"), "whole number");
        assertRefused("{\"a\":1.5}", body -> body.number("a"), "whole number");
        assertRefused("{\"a\":9223372036854775808}", body -> body.number("a"), "smaller");
        assertRefused("{\"a\":3000000000}", body -> body.smallNumber("a"), "smaller");
        assertRefused("{\"a\":-1}", body -> body.duration("a"), "from 0 to");
        assertRefused("{\"a\":9223372036854775807}", body -> body.duration("a"), "from 0 to");
        assertRefused("{\"a\":\"yesterday\"}", body -> body.time("a"), "2026-01-31");
        assertRefused("{\"a\":\"+1000000000-01-01T00:00:00Z\"}", body -> body.time("a"), "to 9999");
        assertRefused("{\"a\":\"1969-12-31T23:59:59Z\"}", body -> body.time("a"), "from 1970");
        assertThat(body("{\"a\":{\"base64\":\"\"}}").bytes("a")).isEmpty();
        assertRefused("{\"a\":{\"k\":1}}", body -> body.texts("a"), "texts");
        assertRefused("{\"a\":{\"base64\":\"%\"}}", body -> body.bytes("a"), "Base64");
        assertRefused("{\"a\":{}}", body -> body.bytes("a"), "either");
        assertRefused("{}", body -> body.requiredText("a"), "missing");
        assertRefused("{}", body -> body.requiredText("a", 3), "missing");
        assertRefused("{\"a\":\"four\"}", body -> body.requiredText("a", 3), "\"a\" must be a text of at most 3");
        assertRefused("{\"a\":\"four\"}", body -> body.text("a", 3), "\"a\" must be a text of at most 3");
        assertThat(body("{\"a\":\"\uD83D\uDE00bc\"}").text("a", 3)).hasSize(4);
    }

    /** Something with all kinds of members. */
    private record Sample(String text, Long none, Instant at, Duration tookMs, Thread.State state, List<Integer> list,
            @Inline Inner inner) {}

    private record Inner(boolean flag, Map<String, String> map) {}

    @Test
    void writes_records() {
        Sample sample = new Sample("a\"b\n", null, Instant.parse("2026-01-02T03:04:05.6789Z"), Duration.ofSeconds(2),
                Thread.State.BLOCKED, List.of(1, 2), new Inner(true, Map.of("k", "v")));

        assertThat(Json.text(sample)).isEqualTo("{\"text\":\"a\\\"b\\n\",\"at\":\"2026-01-02T03:04:05.678Z\","
                + "\"tookMs\":2000,\"state\":\"blocked\",\"list\":[1,2],\"flag\":true,\"map\":{\"k\":\"v\"}}");
    }
}
