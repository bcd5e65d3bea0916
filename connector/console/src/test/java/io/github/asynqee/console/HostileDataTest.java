package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No data in Redis makes a method of the API fail that reads, or answer after 10 s. A new method is called here without being
 * named. Each method gets some of the data, with the profile {@code thorough} all.
 */
@Tag("thorough")
@SomeDays(oneIn = 3)
class HostileDataTest {

    /** Need a server: they answer without Redis, or send events, or a file. */
    private static final Set<String> NEED_A_SERVER = Set.of("/session", "/{redis}/live", "/{redis}/tasks/export");

    /** How many tasks, queues and so on each method is called with. */
    private static final int SOME = 40;

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
    void no_method_that_reads_fails() throws Exception {
        Map<String, String> failures = new TreeMap<>();
        Set<String> called = new TreeSet<>();
        for (Endpoint endpoint : Endpoint.all()) {
            if (endpoint.verb().equals("GET") && !NEED_A_SERVER.contains(endpoint.path())) {
                for (Map<String, String> values : Sample.of(endpoint.path(), values(endpoint), SOME)) {
                    called.add(endpoint.path());
                    String failure = calls.failure(endpoint, values);
                    if (failure != null) {
                        failures.put(endpoint.path() + " " + values, failure);
                    }
                }
            }
        }
        assertThat(called).hasSizeGreaterThan(20);
        assertThat(failures.entrySet().stream().map(Object::toString).toList()).isEmpty();
    }

    /** The parameters of the calls of a method. */
    private static List<Map<String, String>> values(Endpoint endpoint) {
        Set<String> names = endpoint.parameters();
        List<Map<String, String>> all = new ArrayList<>();
        if (names.contains("path queue") && names.contains("path id")) {
            calls.redis().keys("asynq:{" + HostileData.QUEUE + "}:t:*").stream().sorted()
                    .forEach(key -> all.add(Map.of("queue",
                            HostileData.QUEUE, "id", key.substring(key.indexOf(":t:") + 3))));
        } else if (names.contains("path batch")) {
            calls.redis().zrange("asynq:{" + HostileData.QUEUE + "}:batches", 0, -1)
                    .forEach(batch -> all.add(Map.of("queue", HostileData.QUEUE, "batch", batch)));
        } else if (names.contains("path queue")) {
            calls.redis().smembers("asynq:queues").stream().sorted().forEach(queue -> all.add(Map.of("queue", queue)));
        } else if (names.contains("query q")) {
            List.of("", "payload.n>1", "payload.a.0:1", "payload:1", "error:1", "header:a", "state:archived",
                    "queue:" + HostileData.QUEUE, "age>1m", "failed>1m", "retried>1").forEach(
                            q -> all.add(Map.of("q", q)));
        } else if (names.contains("query kind")) {
            List.of("queue", "type", "payload", "header").forEach(
                    kind -> all.add(Map.of("kind", kind, "part", "a", "queue", HostileData.QUEUE)));
        } else if (names.contains("path job")) {
            calls.redis().zrange("asynq:console:jobs", 0, -1).forEach(job -> all.add(Map.of("job", job)));
        } else if (names.contains("path id")) {
            calls.redis().keys("asynq:scheduler_history:*").stream().sorted().forEach(
                    key -> all.add(Map.of("id", key.substring("asynq:scheduler_history:".length()))));
        } else {
            all.add(Map.of());
        }
        return all;
    }
}
