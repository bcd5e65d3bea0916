package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.HostileData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** No data in Redis makes a method of the API fail that reads. A new method is called here without being named. */
class HostileDataTest {

    /** Need a server: they answer without Redis, or send events, or a file. */
    private static final Set<String> NEED_A_SERVER = Set.of("/session", "/{redis}/live", "/{redis}/tasks/export");

    private static EmbeddedRedis redis;
    private static TestConsole console;

    @BeforeAll
    static void fill() {
        redis = EmbeddedRedis.start();
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
        }
        console = new TestConsole(redis.url(), 1_000_000, Clock.systemUTC(), List.of("/password"));
        CurrentScope.set(QueueScope.ALL, "ann");
    }

    @AfterAll
    static void close() {
        CurrentScope.clear();
        console.close();
        redis.close();
    }

    @Test
    void no_method_that_reads_fails() throws Exception {
        Map<String, String> failures = new TreeMap<>();
        Set<String> called = new TreeSet<>();
        for (Endpoint endpoint : Endpoint.all()) {
            if (endpoint.verb().equals("GET") && !NEED_A_SERVER.contains(endpoint.path())) {
                for (Map<String, String> values : values(endpoint)) {
                    called.add(endpoint.path());
                    String failure = failure(endpoint, values);
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
            try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
                jedis.keys("asynq:{" + HostileData.QUEUE + "}:t:*").forEach(key -> all.add(Map.of("queue",
                        HostileData.QUEUE, "id", key.substring(key.indexOf(":t:") + 3))));
            }
        } else if (names.contains("path queue")) {
            queues().forEach(queue -> all.add(Map.of("queue", queue)));
        } else if (names.contains("query q")) {
            List.of("", "payload.n>1", "payload.a.0:1", "payload:1", "error:1", "header:a", "state:archived",
                    "queue:" + HostileData.QUEUE, "age>1m", "failed>1m", "retried>1").forEach(
                            q -> all.add(Map.of("q", q)));
        } else if (names.contains("query kind")) {
            List.of("queue", "type", "payload", "header").forEach(
                    kind -> all.add(Map.of("kind", kind, "part", "a", "queue", HostileData.QUEUE)));
        } else {
            all.add(Map.of("id", "good", "job", "none"));
        }
        return all;
    }

    private static Set<String> queues() {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.smembers("asynq:queues");
        }
    }

    /** {@code null} if the call is answered: with 200, or as {@link #isExpected}. */
    private static String failure(Endpoint endpoint, Map<String, String> values) throws Exception {
        try {
            Object answer = endpoint.method().invoke(resource(endpoint, values), arguments(endpoint, values));
            Object entity = answer instanceof Response response ? response.getEntity() : answer;
            if (entity instanceof StreamingOutput stream) {
                stream.write(new ByteArrayOutputStream());
            } else if (!(entity instanceof String)) {
                assertThat(Json.text(entity)).isNotEmpty();
            }
            return null;
        } catch (InvocationTargetException e) {
            Problem problem = Problems.of(e.getCause());
            return isExpected(problem, values) ? null : root(e);
        } catch (RuntimeException | Error e) {
            return root(e);
        }
    }

    /**
     * 404 for what is not there, 409 for a task whose message cannot be read, 400 for a name that no queue can have. Redis
     * refuses to read the one queue or task whose key has another type.
     */
    private static boolean isExpected(Problem problem, Map<String, String> values) {
        String queue = values.getOrDefault("queue", "");
        return switch (problem.status()) {
            case 404, 409 -> true;
            case 400 -> !QueueName.isUsable(queue);
            default -> problem.code().equals("redis-refused")
                    && (queue.startsWith(HostileData.WRONG) || values.getOrDefault("id", "").startsWith("no-hash"));
        };
    }

    private static String root(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        StackTraceElement[] trace = cause.getStackTrace();
        StringBuilder places = new StringBuilder();
        for (StackTraceElement place : trace) {
            if (place.getClassName().startsWith("io.github.asynqee") && places.length() < 400) {
                places.append(" < ").append(place.getFileName()).append(':').append(place.getLineNumber());
            }
        }
        return cause + places.toString();
    }

    private static Object resource(Endpoint endpoint, Map<String, String> values) throws Exception {
        Class<?> type = endpoint.method().getDeclaringClass();
        Constructor<?> constructor = type.getDeclaredConstructor();
        Object resource = accessible(constructor).newInstance();
        for (Field field : type.getDeclaredFields()) {
            PathParam path = field.getAnnotation(PathParam.class);
            if (path != null) {
                accessible(field).set(resource, value(field.getType(), path.value(), values));
            } else if (field.getType() == Console.class) {
                accessible(field).set(resource, console);
            } else if (field.getType() == AuditNotes.class) {
                accessible(field).set(resource, new AuditNotes());
            } else if (field.getType() == HttpServletRequest.class) {
                accessible(field).set(resource, admin());
            }
        }
        accessible(endpoint.method());
        return resource;
    }

    private static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }

    private static Object[] arguments(Endpoint endpoint, Map<String, String> values) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Parameter parameter : endpoint.method().getParameters()) {
            PathParam path = parameter.getAnnotation(PathParam.class);
            QueryParam query = parameter.getAnnotation(QueryParam.class);
            String name = path != null ? path.value() : query != null ? query.value() : "";
            Object value = value(parameter.getType(), name, values);
            DefaultValue preset = parameter.getAnnotation(DefaultValue.class);
            arguments.put(parameter.getName(), value == null && preset != null ? preset.value() : value);
        }
        return arguments.values().toArray();
    }

    private static Object value(Class<?> type, String name, Map<String, String> values) {
        if (type == HttpServletRequest.class) {
            return admin();
        }
        if (name.equals("range")) {
            return "24h";
        }
        String text = name.equals("redis") ? "default" : values.get(name);
        return type != Segment.class || text == null ? type == String.class || type == Segment.class ? text : null
                : Segment.fromString("~" + java.util.Base64.getUrlEncoder().encodeToString(
                        text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    private static HttpServletRequest admin() {
        Principal ann = () -> "ann";
        return (HttpServletRequest) Proxy.newProxyInstance(HostileDataTest.class.getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class }, (proxy, method, args) -> switch (method.getName()) {
                    case "isUserInRole" -> true;
                    case "getMethod" -> "GET";
                    case "getUserPrincipal" -> ann;
                    default -> null;
                });
    }
}
