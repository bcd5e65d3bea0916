package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.console.view.SearchResult;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.Sample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No data in Redis, and no body, makes a method of the API fail that changes something, or answer after 10 s, and afterwards a
 * new task is stored and found as ever. Methods are from the API and bodies from openapi.json: a new one is called here
 * without being named.
 */
@Tag("thorough")
class HostileChangesTest {

    /** Concerns the session only. */
    private static final Set<String> NEED_A_SERVER = Set.of("/session/logout");

    /** Every tenth task is a target, and so is each unreadable task. */
    private static final int ONE_IN = 10;
    /** The targets of a method beside the first one. */
    private static final int TARGETS = 3;
    /** The bodies for the first target beside a good one, and for each other target. */
    private static final int BODIES = 6;
    private static final int BODIES_OF_OTHERS = 2;

    private static final List<Endpoint> ENDPOINTS = Endpoint.all();
    private static final String AFTERWARDS = "afterwards";

    private ApiCalls calls;

    @BeforeEach
    void fill() {
        calls = new ApiCalls();
    }

    @AfterEach
    void close() {
        calls.close();
    }

    static List<Endpoint> changes() {
        return ENDPOINTS.stream().filter(endpoint -> !endpoint.verb().equals("GET"))
                .filter(endpoint -> !NEED_A_SERVER.contains(endpoint.path())).toList();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_change_is_answered_and_hides_no_task(Endpoint endpoint) throws Exception {
        Map<String, String> failures = new TreeMap<>();
        List<Map<String, String>> targets = some(endpoint, targets(endpoint), TARGETS);
        for (Map<String, String> target : targets) {
            List<String> bodies = bodies(endpoint, target.getOrDefault("id", "").equals(HostileData.GOOD));
            for (String body : some(new TreeMap<>(target), bodies,
                    target == targets.get(0) ? BODIES : BODIES_OF_OTHERS)) {
                Map<String, String> values = new LinkedHashMap<>(target);
                if (body != null) {
                    values.put(ApiCalls.BODY, body);
                }
                String failure = calls.failure(endpoint, values);
                if (failure != null) {
                    String call = values.toString();
                    failures.put(call.substring(0, Math.min(300, call.length())), failure);
                }
            }
        }

        assertThat(failures.entrySet().stream().map(Object::toString).toList()).isEmpty();
        assertThat(stored("{\"type\":\"" + AFTERWARDS + "\",\"queue\":\"default\",\"id\":\"new\"}")).isNull();
        assertThat(found("type:" + AFTERWARDS)).as("what a search over all queues finds").containsExactly("new");
    }

    /** The first one, and a sample of the others. */
    private static <T> List<T> some(Object name, List<T> all, int others) {
        return Stream.concat(all.stream().limit(1), Sample.of(name, all.subList(1, all.size()), others).stream())
                .toList();
    }

    private String stored(String body) throws InterruptedException {
        return calls.failure(endpoint("POST", "/{redis}/tasks"), Map.of(ApiCalls.BODY, body));
    }

    private List<String> found(String query) throws InterruptedException {
        List<String> found = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String cursor = "";
        while (cursor != null) {
            ApiCalls.Answer answer = calls.answer(endpoint("GET", "/{redis}/tasks"),
                    Map.of("q", query, "cursor", cursor));
            SearchResult page = (SearchResult) answer.entity();
            page.items().stream().map(TaskRow::id).forEach(found::add);
            cursor = page.next();
            assertThat(cursors.add(String.valueOf(cursor))).as("the search continues").isTrue();
        }
        return found;
    }

    private static Endpoint endpoint(String verb, String path) {
        return ENDPOINTS.stream().filter(each -> each.verb().equals(verb) && each.path().equals(path)).findFirst()
                .orElseThrow();
    }

    private List<Map<String, String>> targets(Endpoint endpoint) {
        Set<String> names = endpoint.parameters();
        List<Map<String, String>> all = new ArrayList<>();
        if (names.contains("path queue") && names.contains("path id")) {
            all.add(Map.of("queue", HostileData.GOOD, "id", HostileData.GOOD));
            List<String> keys = calls.redis().keys("asynq:{" + HostileData.QUEUE + "}:t:*").stream().sorted().toList();
            for (int i = 0; i < keys.size(); i++) {
                String id = keys.get(i).substring(keys.get(i).indexOf(":t:") + 3);
                if (i % ONE_IN == 0 || !id.startsWith("id")) {
                    all.add(Map.of("queue", HostileData.QUEUE, "id", id));
                }
            }
        } else if (names.contains("path batch")) {
            calls.redis().zrange("asynq:{" + HostileData.QUEUE + "}:batches", 0, -1)
                    .forEach(batch -> all.add(Map.of("queue", HostileData.QUEUE, "batch", batch)));
        } else if (names.contains("path queue")) {
            calls.redis().smembers("asynq:queues").stream().sorted().forEach(queue -> {
                all.add(Map.of("queue", queue, "force", "false"));
                all.add(Map.of("queue", queue, "force", "true"));
            });
        } else if (names.contains("path job")) {
            calls.redis().zrange("asynq:console:jobs", 0, -1).forEach(job -> all.add(Map.of("job", job)));
        } else if (names.stream().anyMatch(Set.of("path id", "path marker", "path silence", "path target")::contains)) {
            String name = names.stream().filter(each -> !each.equals("path redis")).findFirst().orElseThrow()
                    .substring("path ".length());
            HostileData.texts().forEach(text -> all.add(Map.of(name, text)));
            calls.redis().keys("asynq:scheduler_history:*").stream().sorted().forEach(
                    key -> all.add(Map.of(name, key.substring("asynq:scheduler_history:".length()))));
        } else {
            all.add(Map.of());
        }
        return all;
    }

    /** {@code null} alone for a method without one; of all texts if it is to be called with each, or has no target. */
    private static List<String> bodies(Endpoint endpoint, boolean each) {
        List<String> bodies = new ArrayList<>();
        bodies.add(body(endpoint, "good"));
        if (bodies.get(0) != null && (each || !endpoint.parameters().contains("path id"))) {
            HostileData.texts().forEach(text -> bodies.add(body(endpoint, text)));
            HostileData.texts().forEach(bodies::add);
        }
        return bodies;
    }

    private static JsonObject document() {
        try (JsonReader reader = JsonProvider.provider()
                .createReader(HostileChangesTest.class.getResourceAsStream("/META-INF/openapi.json"))) {
            return reader.readObject();
        }
    }

    /** A body of a method with a text wherever any text may be; {@code null} if it has none. */
    static String body(Endpoint endpoint, String text) {
        JsonObject body = operation(endpoint).getJsonObject("requestBody");
        return body == null ? null : example(body.getJsonObject("content").getJsonObject("application/json")
                .getJsonObject("schema"), text).toString();
    }

    private static JsonObject operation(Endpoint endpoint) {
        return document().getJsonObject("paths").getJsonObject(endpoint.path())
                .getJsonObject(endpoint.verb().toLowerCase(Locale.ROOT));
    }

    /** A value of the schema with a text wherever any text may be. */
    private static JsonValue example(JsonObject schema, String text) {
        JsonProvider json = JsonProvider.provider();
        if (schema.containsKey("$ref")) {
            return example(document().getValue(schema.getString("$ref").substring(1)).asJsonObject(), text);
        }
        if (schema.containsKey("oneOf")) {
            return example(schema.getJsonArray("oneOf").getJsonObject(0), text);
        }
        if (schema.containsKey("enum")) {
            return schema.getJsonArray("enum").get(0);
        }
        return switch (schema.getString("type")) {
            case "object" -> {
                JsonObjectBuilder object = json.createObjectBuilder();
                schema.getOrDefault("properties", JsonValue.EMPTY_JSON_OBJECT).asJsonObject()
                        .forEach((name, value) -> object.add(name, example(value.asJsonObject(), text)));
                if (schema.containsKey("additionalProperties")
                        && schema.get("additionalProperties").getValueType() == JsonValue.ValueType.OBJECT) {
                    object.add(text, text);
                }
                yield object.build();
            }
            case "array" -> json.createArrayBuilder().add(example(schema.getJsonObject("items"), text)).build();
            case "integer", "number" -> json.createValue(schema.containsKey("maximum")
                    ? schema.getJsonNumber("maximum").longValueExact() : Long.MAX_VALUE);
            case "boolean" -> JsonValue.TRUE;
            default -> json.createValue("date-time".equals(schema.getString("format", "")) ? "2040-01-01T00:00:00Z"
                    : text);
        };
    }
}
