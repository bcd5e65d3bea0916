package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

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
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.testkit.EmbeddedRedis;
import redis.clients.jedis.Jedis;

/** Calls any method of the API as an admin, without a server, at a Redis with {@link HostileData} or others. */
final class ApiCalls implements AutoCloseable {

    /** The parameter of a call that is its body. */
    static final String BODY = "body";

    private static final long LIMIT_SECONDS = 10;

    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

    private final Jedis jedis = new Jedis(REDIS.host(), REDIS.port());
    private final Consumer<Jedis> data;
    private final TestConsole console;
    private volatile Thread caller;
    private final ExecutorService thread = Executors.newCachedThreadPool(work -> {
        caller = new Thread(work);
        caller.setDaemon(true);
        return caller;
    });

    ApiCalls() {
        this(HostileData::fill, url -> new TestConsole(url, 1_000_000, Clock.systemUTC(), List.of("/password")));
    }

    /** Calls the methods of a console with other data. */
    ApiCalls(Consumer<Jedis> data, Function<String, TestConsole> console) {
        this.data = data;
        fill();
        this.console = console.apply(REDIS.url());
    }

    /** Replaces all data. */
    void fill() {
        jedis.flushAll();
        data.accept(jedis);
    }

    Jedis redis() {
        return jedis;
    }

    TestConsole console() {
        return console;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        console.close();
        jedis.close();
    }

    /** The answer to a call. */
    record Answer(Problem problem, Throwable failure, Object entity) {}

    /** {@code null} if the call gets an expected answer in time; otherwise a description of the failure. */
    String failure(Endpoint endpoint, Map<String, String> values) throws InterruptedException {
        Answer answer = answer(endpoint, values);
        return answer.problem() == null && answer.failure() == null
                || answer.problem() != null && isExpected(answer.problem(), values) ? null : root(answer.failure());
    }

    Answer answer(Endpoint endpoint, Map<String, String> values) throws InterruptedException {
        return answer(endpoint, values, QueueScope.ALL);
    }

    /** The answer for a user who sees some queues only. */
    Answer answer(Endpoint endpoint, Map<String, String> values, QueueScope scope) throws InterruptedException {
        Future<Answer> answer = thread.submit(() -> {
            CurrentScope.set(scope, "ann");
            return call(endpoint, values);
        });
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            IllegalStateException late = new IllegalStateException("no answer in " + LIMIT_SECONDS + " s");
            late.setStackTrace(caller.getStackTrace());
            return new Answer(null, late, null);
        } catch (ExecutionException e) {
            return new Answer(null, e.getCause(), null);
        }
    }

    private Answer call(Endpoint endpoint, Map<String, String> values) throws Exception {
        try {
            Object answer = endpoint.method().invoke(resource(endpoint, values), arguments(endpoint, values));
            Object entity = answer instanceof Response response ? response.getEntity() : answer;
            if (entity instanceof StreamingOutput stream) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                stream.write(out);
                return new Answer(null, null, out.toString(StandardCharsets.UTF_8));
            }
            if (!(entity instanceof String)) {
                assertThat(Json.text(entity)).isNotEmpty();
            }
            return new Answer(null, null, entity);
        } catch (InvocationTargetException e) {
            // the method has ended and needs a server to build its response
            return root(e).contains("RuntimeDelegate") ? new Answer(null, null, null)
                    : new Answer(Problems.of(e.getCause()), e.getCause(), null);
        }
    }

    /**
     * 404 for an object that does not exist; 409 for a task whose message cannot be read or whose state does not allow
     * the change; 400 for an invalid queue name or body. Also the queue, task, job or periodic entry whose key has
     * another type: Redis rejects its commands.
     */
    private static boolean isExpected(Problem problem, Map<String, String> values) {
        String queue = values.getOrDefault("queue", "");
        return switch (problem.status()) {
            case 404, 409 -> true;
            case 400 -> values.containsKey(BODY) || !QueueName.isUsable(queue);
            default -> problem.code().equals("redis-refused")
                    && (queue.startsWith(HostileData.WRONG) || values.getOrDefault("id", "").startsWith("no-hash")
                            || values.getOrDefault("job", "").equals("string")
                            || values.getOrDefault("id", "").equals("wrong"));
        };
    }

    private static String root(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        StringBuilder places = new StringBuilder();
        for (StackTraceElement place : cause.getStackTrace()) {
            if (place.getClassName().startsWith("io.github.asynqee") && places.length() < 400) {
                places.append(" < ").append(place.getFileName()).append(':').append(place.getLineNumber());
            }
        }
        return cause + places.toString();
    }

    private Object resource(Endpoint endpoint, Map<String, String> values) throws Exception {
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
        List<Object> arguments = new ArrayList<>();
        for (Parameter parameter : endpoint.method().getParameters()) {
            PathParam path = parameter.getAnnotation(PathParam.class);
            QueryParam query = parameter.getAnnotation(QueryParam.class);
            Annotation[] all = parameter.getAnnotations();
            String name = path != null ? path.value() : query != null ? query.value() : all.length == 0 ? BODY : "";
            Object value = value(parameter.getType(), name, values);
            DefaultValue preset = parameter.getAnnotation(DefaultValue.class);
            arguments.add(value == null && preset != null ? preset.value() : value);
        }
        return arguments.toArray();
    }

    private static Object value(Class<?> type, String name, Map<String, String> values) {
        if (type == HttpServletRequest.class) {
            return admin();
        }
        if (type == boolean.class) {
            return Boolean.valueOf(values.get(name));
        }
        if (name.equals("range")) {
            return "24h";
        }
        String text = name.equals("redis") ? "default" : values.get(name);
        return type != Segment.class || text == null ? type == String.class || type == Segment.class ? text : null
                : Segment.fromString(
                        "~" + Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpServletRequest admin() {
        Principal ann = () -> "ann";
        return (HttpServletRequest) Proxy.newProxyInstance(ApiCalls.class.getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class }, (proxy, method, args) -> switch (method.getName()) {
                    case "isUserInRole" -> true;
                    case "getMethod" -> "GET";
                    case "getUserPrincipal" -> ann;
                    default -> null;
                });
    }
}
