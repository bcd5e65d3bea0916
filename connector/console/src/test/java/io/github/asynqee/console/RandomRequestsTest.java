package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.RandomInput;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random parameters and bodies of all methods of the API: each request is answered, and none as a failure of the console. */
@SomeDays(oneIn = 3)
class RandomRequestsTest {

    /** Need a server: they answer without Redis, or send events, or a file. */
    private static final Set<String> NEED_A_SERVER = Set.of("/session", "/session/logout", "/{redis}/live",
            "/{redis}/tasks/export");
    private static final List<String> VALUES = List.of(HostileData.GOOD, HostileData.QUEUE, "pending", "1h", "25", "0",
            "2026-01-02T03:04:05Z", "state:pending type:t", "true", "type", "1-1");
    private static final List<String> BODIES = List.of("{\"queue\":\"good\",\"type\":\"t\",\"id\":\"x\"}",
            "{\"ids\":[\"good\"],\"q\":\"state:archived\",\"force\":true}", "{\"action\":\"RUN\",\"q\":\"type:t\"}",
            "{\"in\":\"1h\",\"at\":\"2040-01-01T00:00:00Z\",\"payload\":\"{}\"}",
            "{\"name\":\"a\",\"text\":\"b\",\"n\":5}");

    private static ApiCalls calls;

    @BeforeAll
    static void fill() {
        calls = new ApiCalls();
    }

    @AfterAll
    static void close() {
        calls.close();
    }

    @Test
    void a_request_is_answered() {
        List<Endpoint> endpoints = Endpoint.all().stream().filter(each -> !NEED_A_SERVER.contains(each.path()))
                .toList();
        RandomInput.cases(1_200, input -> {
            Endpoint endpoint = input.oneOf(endpoints);
            Map<String, String> values = new LinkedHashMap<>();
            for (String parameter : endpoint.parameters()) {
                if (parameter.startsWith("path ") || input.below(2) == 0) {
                    values.put(parameter.substring(parameter.indexOf(' ') + 1),
                            input.below(3) == 0 ? input.oneOf(VALUES) : input.text(input.oneOf(VALUES)));
                }
            }
            if (!endpoint.verb().equals("GET")) {
                values.put(ApiCalls.BODY, input.text(input.oneOf(BODIES)));
            }

            ApiCalls.Answer answer = calls.answer(endpoint, values);

            String call = endpoint.verb() + " " + endpoint.path() + " " + values;
            if (answer.failure() != null && (answer.problem() == null || answer.problem().status() == 500)) {
                throw new AssertionError(call.substring(0, Math.min(1_000, call.length())), answer.failure());
            }
            if (answer.problem() != null) {
                assertThat(answer.problem().status()).as(call).isBetween(400, 503);
                assertThat(answer.problem().code()).as(call).isNotBlank();
            }
        });
    }
}
