package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import com.sun.net.httpserver.HttpServer;
import io.github.asynqee.console.api.Exported;
import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.AlertTarget;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.live.ScopedSubscriber;
import io.github.asynqee.console.live.Subscriber;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.ExportFormat;
import io.github.asynqee.fixtures.MarkedData;
import io.github.asynqee.inspect.BatchDeletion;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Repair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;

/**
 * No answer, stream, export, alert, line of the log and entry of the audit log has a text that is masked, or, for a user with a
 * scope, a text of another queue. Methods are from the API: a new one is called here without being named, and new data needs its
 * place in {@link MarkedData} only.
 */
class MarkedDataTest {

    private static final Set<String> NEED_A_SERVER = Set.of("/session", "/{redis}/live", "/session/logout");
    private static final QueueScope SCOPE = new QueueScope(List.of(MarkedData.SEEN));
    private static final String RESUME = "POST /{redis}/queues/{queue}/limits/resume ";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Queue<String> posted = new ConcurrentLinkedQueue<>();
    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Formatter format = new SimpleFormatter();
    private final Handler log = new Handler() {

        @Override
        public void publish(LogRecord line) {
            logged.add(format.format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Logger logger = Logger.getLogger("");
    private final Level level = logger.getLevel();
    private HttpServer webhook;
    private ApiCalls calls;

    @BeforeEach
    void start() throws IOException {
        logger.addHandler(log);
        webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
        calls = new ApiCalls(MarkedData::fill, url -> new TestConsole(url, 1_000_000, Clock.systemUTC(),
                List.of("/" + MarkedData.MASKED), Map.of(), alerts()));
    }

    private AlertConfig alerts() {
        return new AlertConfig(true, Duration.ofSeconds(1), null, List.of(new AlertTarget("hook",
                "http://localhost:" + webhook.getAddress().getPort() + "/", null, null, null, null, null)));
    }

    @AfterEach
    void close() {
        calls.close();
        webhook.stop(0);
        logger.removeHandler(log);
        logger.setLevel(level);
    }

    /** The answers to the calls of a method by a user, as written to the response. */
    private List<String> answers(Endpoint endpoint, QueueScope scope) throws InterruptedException {
        List<String> answers = new ArrayList<>();
        for (Map<String, String> values : values(endpoint, scope)) {
            ApiCalls.Answer answer = calls.answer(endpoint, values, scope);
            String text = written(answer);
            for (String asked : values.values()) {
                // the answer may repeat the user's own input
                text = !scope.isAll() && asked.startsWith(MarkedData.OTHER) ? text.replace(asked, "") : text;
            }
            answers.add(endpoint.verb() + " " + endpoint.path() + " " + values.keySet() + " -> " + text);
        }
        return answers;
    }

    private static String written(ApiCalls.Answer answer) {
        if (answer.problem() != null) {
            return Json.text(answer.problem());
        }
        if (answer.failure() != null) {
            return answer.failure().toString();
        }
        return answer.entity() instanceof String text ? text : Json.text(answer.entity());
    }

    private static boolean isCalled(Endpoint endpoint, QueueScope scope) {
        return !NEED_A_SERVER.contains(endpoint.path())
                && (scope.isAll() || endpoint.method().getDeclaringClass().isAnnotationPresent(WithinScope.class));
    }

    /** The parameters of the calls of a method. */
    private List<Map<String, String>> values(Endpoint endpoint, QueueScope scope) {
        Set<String> names = endpoint.parameters();
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        if (names.contains("path queue")) {
            all = with(all, "queue", scope.isAll() ? List.of(MarkedData.SEEN, MarkedData.OTHER)
                    : List.of(MarkedData.SEEN));
        }
        if (names.contains("path id")) {
            Set<String> ids = new TreeSet<>();
            for (String queue : List.of(MarkedData.SEEN, MarkedData.OTHER)) {
                calls.redis().keys("asynq:{" + queue + "}:t:*")
                        .forEach(key -> ids.add(key.substring(key.indexOf(":t:") + 3)));
                ids.add(queue + "-entry");
            }
            all = with(all, "id", List.copyOf(ids));
        }
        if (names.contains("query id")) {
            all = with(all, "id", List.of(MarkedData.SEEN + "-archived0", MarkedData.OTHER + "-archived0"));
        }
        if (names.contains("path batch")) {
            all = with(all, "batch", List.of(MarkedData.SEEN + "-batch", MarkedData.OTHER + "-batch"));
        }
        if (names.contains("path job")) {
            all = with(all, "job", List.of(MarkedData.SEEN + "-job", MarkedData.OTHER + "-job"));
        }
        if (names.contains("query q")) {
            all = with(all, "q", List.of("", "state:archived", "payload.open:open", "header:" + MarkedData.OTHER,
                    "queue:" + MarkedData.OTHER, "error:" + MarkedData.SECRET,
                    "payload." + MarkedData.MASKED + ":" + MarkedData.SECRET));
        }
        if (names.contains("query kind")) {
            all = with(all, "kind", List.of("queue", "type", "payload", "header", "group"));
        }
        if (names.contains("query format")) {
            all = with(all, "format", List.of("csv", "ndjson"));
        }
        return endpoint.verb().equals("GET") ? all : bodies(endpoint, all);
    }

    private List<Map<String, String>> bodies(Endpoint endpoint, List<Map<String, String>> all) {
        String body = HostileChangesTest.body(endpoint, MarkedData.SEEN);
        if (endpoint.path().endsWith("/limits/resume")) {
            double until = calls.redis().zrangeWithScores("asynq:{" + MarkedData.SEEN + "}:limit:closed", 0, 0).get(0)
                    .getScore();
            return with(all, ApiCalls.BODY,
                    List.of(body, "{\"limit\":\"" + MarkedData.SEEN + "-limit\",\"closedUntil\":\""
                            + Instant.ofEpochMilli((long) until) + "\"}"));
        }
        return body == null ? all : with(all, ApiCalls.BODY, List.of(body));
    }

    private static List<Map<String, String>> with(List<Map<String, String>> all, String name, List<String> values) {
        List<Map<String, String>> more = new ArrayList<>();
        all.forEach(each -> values.forEach(value -> {
            Map<String, String> one = new HashMap<>(each);
            one.put(name, value);
            more.add(one);
        }));
        return more;
    }

    private static void assertNot(String marker, Iterable<String> texts) {
        List<String> leaks = new ArrayList<>();
        for (String text : texts) {
            for (int at = text.indexOf(marker); at >= 0 && leaks.size() < 40; at = text.indexOf(marker, at + 1)) {
                leaks.add(text.substring(0, Math.min(70, text.length())) + " … "
                        + text.substring(Math.max(0, at - 80), Math.min(text.length(), at + 40)));
            }
        }
        assertThat(leaks).as("where " + marker + " is").isEmpty();
    }

    @Test
    void no_answer_has_what_is_masked() throws Exception {
        List<String> answers = new ArrayList<>();
        for (Endpoint endpoint : Endpoint.all()) {
            if (isCalled(endpoint, QueueScope.ALL) && endpoint.verb().equals("GET")) {
                answers.addAll(answers(endpoint, QueueScope.ALL));
            }
        }
        assertShown(answers, MarkedData.SEEN, MarkedData.OTHER);
        assertNot(MarkedData.SECRET, answers);
        assertNot(MarkedData.SECRET, logged);
    }

    @Test
    void no_answer_has_what_is_out_of_the_scope() throws Exception {
        List<String> answers = new ArrayList<>();
        for (Endpoint endpoint : Endpoint.all()) {
            if (isCalled(endpoint, SCOPE) && endpoint.verb().equals("GET")) {
                answers.addAll(answers(endpoint, SCOPE));
            }
        }
        assertShown(answers, MarkedData.SEEN);
        assertNot(MarkedData.OTHER, answers);
        assertNot(MarkedData.SECRET, answers);
    }

    /** The data is read: each kind of text is in an answer. */
    private static void assertShown(List<String> answers, String... queues) {
        String all = String.join("\n", answers);
        for (String queue : queues) {
            assertThat(answers).anySatisfy(answer -> assertThat(answer)
                    .startsWith("GET /{redis}/queues/{queue}/limits ").contains("\"limit\":\"" + queue + "-limit\""));
            for (String text : List.of("-type", "-open", "-archived0", "-group", "-batch", "-callback", "-inner",
                    "-note", "-server", "-trace", "-entry", "-job", "-user", "-header", "-limit")) {
                assertThat(all).contains(queue + text);
            }
        }
    }

    @Test
    void no_change_answers_or_logs_what_is_masked_or_out_of_the_scope() throws Exception {
        for (QueueScope scope : List.of(QueueScope.ALL, SCOPE)) {
            List<String> answers = new ArrayList<>();
            for (Endpoint endpoint : Endpoint.all()) {
                if (isCalled(endpoint, scope) && !endpoint.verb().equals("GET")) {
                    calls.fill();
                    answers.addAll(answers(endpoint, scope));
                }
            }
            assertThat(answers).hasSizeGreaterThan(40);
            assertThat(answers).anyMatch(answer -> answer.startsWith(RESUME) && answer.endsWith(" -> null"));
            assertNot(MarkedData.SECRET, answers);
            if (!scope.isAll()) {
                assertNot(MarkedData.OTHER, answers);
            }
            assertNot(MarkedData.SECRET, logged);
            assertNot(MarkedData.SECRET, calls.redis().xrange("asynq:console:audit", (StreamEntryID) null, null)
                    .stream().map(entry -> entry.getFields().toString()).toList());
        }
    }

    @Test
    void no_export_has_what_is_masked_or_out_of_the_scope() throws IOException {
        RedisConsole instance = calls.console().of("default");
        for (ExportFormat export : ExportFormat.values()) {
            String all = Exported.text(instance, export);
            String scoped = Exported.text(instance.within(SCOPE), export);
            assertThat(all).contains(MarkedData.SEEN + "-archived0", MarkedData.OTHER + "-archived0");
            assertThat(scoped).contains(MarkedData.SEEN + "-archived0", MarkedData.SEEN + "-open");
            assertNot(MarkedData.SECRET, List.of(all, scoped));
            assertNot(MarkedData.OTHER, List.of(scoped));
        }
    }

    /** The console masks its own records when it creates them. These records contain only names and numbers. */
    @Test
    void answers_have_no_other_records_of_the_inspector() {
        assertThat(ApiSchemas.records()).filteredOn(type -> !type.getName().startsWith("io.github.asynqee.console."))
                .containsExactlyInAnyOrder(Finding.class, BatchMember.class, BatchDeletion.class, Repair.class);
    }

    /** Keeps the events. */
    private record Events(Queue<String> all) implements Subscriber {

        @Override
        public boolean send(String name, String json) {
            return all.add(name + " " + json);
        }

        @Override
        public void end() {
            all.add("end");
        }
    }

    @Test
    void no_stream_and_no_alert_has_what_is_masked_or_out_of_the_scope() throws Exception {
        Endpoint settings = Endpoint.all().stream().filter(each -> each.verb().equals("POST")
                && each.path().endsWith("/alerts/settings")).findFirst().orElseThrow();
        ApiCalls.Answer set = calls.answer(settings, Map.of(ApiCalls.BODY, "{\"revision\":0,\"holdMs\":0,"
                + "\"thresholds\":[],\"minSeverity\":\"info\"}"));
        assertThat(set.problem()).isNull();
        Queue<String> all = new ConcurrentLinkedQueue<>();
        Queue<String> scoped = new ConcurrentLinkedQueue<>();
        logger.setLevel(Level.ALL);
        calls.console().start();
        RedisConsole instance = calls.console().of("default");
        instance.live().subscribe("ann", new Events(all));
        instance.live().subscribe("bob", new ScopedSubscriber(new Events(scoped), instance.within(SCOPE).monitor(),
                SCOPE));

        for (String code : List.of("outbox-late", "outbox-set-aside", "outbox-problem")) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(posted).anySatisfy(body -> assertThat(body).contains(code)));
            await().atMost(LIMIT).until(() -> all.stream().anyMatch(event -> event.contains(code)));
        }
        await().atMost(LIMIT).until(() -> scoped.stream().anyMatch(event -> event.startsWith("overview")));
        await().atMost(LIMIT).until(() -> scoped.stream().anyMatch(event -> event.startsWith("queues")));
        assertNot(MarkedData.SECRET, posted);
        assertNot(MarkedData.SECRET, all);
        assertNot(MarkedData.SECRET, scoped);
        assertNot(MarkedData.OTHER, scoped);
        assertNot(MarkedData.SECRET, logged);
    }
}
