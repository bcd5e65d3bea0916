package io.github.asynqee.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.google.protobuf.ByteString;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.Playground;
import io.github.asynqee.server.QueueState;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/**
 * A server with MicroProfile Telemetry: metrics and spans, as a collector receives them, lines in its log, and its tasks
 * when it is killed.
 */
@Execution(CONCURRENT)
@TestMethodOrder(OrderAnnotation.class)
@Tag("thorough")
@OnOneServer
class TelemetryIT {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int TASKS = Integer.getInteger("trace.tasks", 200);
    /** The concurrency of play-sleep in the sample's configuration. */
    private static final int LANES = 100;
    private static final String FOREIGN_TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String FOREIGN_SPAN = "b7ad6b7169203331";

    private static EmbeddedRedis redis;
    private static OtlpCollector collector;
    private static ServerProcess server;
    private static Playground playground;

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        collector = OtlpCollector.start();
        server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.telemetryHome())
                .instance(ServerUnderTest.workFile("tracing")).application(ServerUnderTest.war())
                .ports(ServerPorts.free()).redisUrl(redis.url()).telemetry(collector.endpoint()).logContext()
                .jvmOptions("-Xmx512m -Dmp.messaging.connector.asynq.retry-delay=1s"
                        + " -Dmp.messaging.incoming.play-sleep.tracing=link"
                        + " -Dmp.messaging.incoming.play-crash.tracing=none")
                .start();
        server.awaitReady(Duration.ofMinutes(5));
        playground = Playground.at(server.application());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        collector.close();
        redis.close();
    }

    private static void send(String type, String id, String payload, String more) {
        assertThat(playground.send("{\"type\":\"" + type + "\",\"id\":\"" + id + "\",\"payload\":" + payload + more
                + "}").statusCode()).isEqualTo(201);
    }

    private static List<Span> process(String id, int count) {
        return spans("process default", "messaging.message.id", id, count);
    }

    private static Span send(String id) {
        return spans("send default", "messaging.message.id", id, 1).get(0);
    }

    private static List<Span> spans(String name, String attribute, String value, int count) {
        await().atMost(LIMIT).until(() -> collector.spans(name, Map.of(attribute, value)).size() >= count);
        return collector.spans(name, Map.of(attribute, value));
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static void assertLinked(Span process, Span send) {
        assertThat(process.getParentSpanId()).isEqualTo(ByteString.EMPTY);
        assertThat(process.getTraceId()).isNotEqualTo(send.getTraceId());
        assertThat(process.getLinksList()).singleElement().satisfies(link -> {
            assertThat(link.getTraceId()).isEqualTo(send.getTraceId());
            assertThat(link.getSpanId()).isEqualTo(send.getSpanId());
        });
    }

    @Test
    @Execution(SAME_THREAD)
    @OnOneServer(AppServer.LIBERTY)
    @Order(1)
    void with_telemetry_every_instrument_is_exported() throws Exception {
        NodeMetrics.echo(server);
        // the metrics of an inbox are there from its first task on
        playground.sendAll(
                List.of("{\"type\":\"play:inbox\",\"queue\":\"transactions\",\"payload\":\"once\"}"));
        Map<String, String> type = Map.of("messaging.system", "asynq", "messaging.destination.name", "default",
                "asynq.task.type", "play:echo");

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(collector.names()).containsExactlyInAnyOrderElementsOf(instruments());
            assertThat(collector.value("messaging.client.consumed.messages", type)).isEqualTo(NodeMetrics.TASKS);
            assertThat(collector.value("messaging.process.duration", type)).isEqualTo(NodeMetrics.TASKS);
            assertThat(collector.value("asynq.task.outcomes", with(type, "asynq.task.outcome", "done")))
                    .isEqualTo(NodeMetrics.TASKS);
            assertThat(collector.value("asynq.task.outcomes", type)).isEqualTo(NodeMetrics.TASKS);
        });
        assertThat(collector.unit("messaging.process.duration")).isEqualTo("s");
        assertThat(collector.value("asynq.channel.lanes.free", Map.of("asynq.application", "sample-war")))
                .isGreaterThanOrEqualTo(100);
        try (ServerBeans beans = ServerBeans.of(server)) {
            assertThat(NodeMetrics.done(beans)).isEqualTo(NodeMetrics.TASKS);
            assertThat(beans.instances("OpenTelemetryInstruments")).hasSize(1);
            NodeMetrics.redeploy(server, beans);
        }
    }

    private static Set<String> instruments() {
        return Set.copyOf(Arrays.stream(NodeMetric.values()).map(NodeMetric::instrument).toList());
    }

    private static Map<String, String> with(Map<String, String> attributes, String name, String value) {
        Map<String, String> all = new HashMap<>(attributes);
        all.put(name, value);
        return all;
    }

    @Test
    @Execution(SAME_THREAD)
    void each_task_is_a_child_of_its_own_sender() {
        String task = "{\"type\":\"play:echo\",\"queue\":\"critical\",\"payload\":1}";
        playground.sendAll(Collections.nCopies(TASKS, task));

        List<Span> processed = spans("process critical", "asynq.task.type", "play:echo", TASKS);
        Map<ByteString, Span> sent = spans("send critical", "asynq.task.type", "play:echo", TASKS).stream()
                .collect(Collectors.toMap(Span::getSpanId, Function.identity()));
        assertThat(sent).hasSize(TASKS);
        assertThat(processed).hasSize(TASKS).allSatisfy(process -> {
            Span send = sent.get(process.getParentSpanId());
            assertThat(send).isNotNull();
            assertThat(process.getTraceId()).isEqualTo(send.getTraceId());
            assertThat(idOf(process)).isEqualTo(idOf(send));
            assertThat(process.getKind()).isEqualTo(SpanKind.SPAN_KIND_CONSUMER);
            assertThat(send.getKind()).isEqualTo(SpanKind.SPAN_KIND_PRODUCER);
            assertThat(process.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
            assertThat(process.getEventsList()).extracting(Span.Event::getName)
                    .containsExactly("asynq.handler.started", "asynq.handler.ended");
        });
        assertThat(sent.values()).as("the request is their parent").extracting(Span::getParentSpanId)
                .doesNotContain(ByteString.EMPTY).containsOnly(sent.values().iterator().next().getParentSpanId());
    }

    private static String idOf(Span span) {
        return span.getAttributesList().stream().filter(it -> it.getKey().equals("messaging.message.id")).findFirst()
                .orElseThrow().getValue().getStringValue();
    }

    @Test
    @Execution(SAME_THREAD)
    void a_failure_is_an_error_and_its_retry_is_linked_and_both_are_in_the_history() {
        send("play:fail", "fails", "{\"times\":1}", ",\"retentionSeconds\":600");

        List<Span> attempts = process("fails", 2);
        Span first = attempts.get(0);
        Span second = attempts.get(1);
        assertThat(first.getParentSpanId()).isEqualTo(send("fails").getSpanId());
        assertThat(first.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(first.getStatus().getMessage()).isEqualTo("attempt 1 fails on purpose");
        assertThat(collector.spans("process default", Map.of("messaging.message.id", "fails", "error.type",
                "java.lang.IllegalStateException", "asynq.task.outcome", "retry"))).containsExactly(first);
        assertThat(second.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        assertLinked(second, send("fails"));
        try (Inspector inspector = Inspectors.connect(redis.url())) {
            assertThat(inspector.tasks().attempts("default", "fails")).extracting(TaskAttempt::traceId)
                    .containsExactly(hex(first.getTraceId()), hex(second.getTraceId()));
        }
    }

    @Test
    @Execution(SAME_THREAD)
    void a_delayed_task_and_those_of_a_channel_that_says_so_are_linked() {
        send("play:echo", "delayed", "1", ",\"processInMillis\":1000");
        send("play:sleep", "sleeps", "{\"ms\":1}", "");

        assertLinked(process("delayed", 1).get(0), send("delayed"));
        assertLinked(process("sleeps", 1).get(0), send("sleeps"));
    }

    @Test
    @Execution(SAME_THREAD)
    void a_channel_without_tracing_has_no_spans() {
        send("play:crash", "crashes", "1", ",\"maxRetry\":0");
        send("play:echo", "after", "1", "");

        send("crashes");
        await().atMost(LIMIT).until(() -> playground.score().getJsonObject("types").containsKey("play:crash"));
        process("after", 1);
        assertThat(collector.spans("process default", Map.of("messaging.message.id", "crashes"))).isEmpty();
    }

    @Test
    @Execution(SAME_THREAD)
    void handlers_on_other_threads_end_their_span_when_their_stage_completes() {
        send("play:async", "async", "{\"ms\":300}", "");

        Span process = process("async", 1).get(0);
        assertThat(process.getParentSpanId()).isEqualTo(send("async").getSpanId());
        assertThat(Duration.ofNanos(process.getEndTimeUnixNano() - process.getStartTimeUnixNano()))
                .isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    @Execution(SAME_THREAD)
    void tasks_of_another_client_continue_its_trace_and_lines_of_the_log_have_it() {
        String parcel = "4711";
        send("example:packing", "packed", parcel, ",\"queue\":\"examples\"");
        List<Span> packed = spans("process examples", "messaging.message.id", "packed", 1);
        List<Span> shipped = spans("process examples", "asynq.task.type", "example:shipping", 1);
        assertThat(shipped.get(0).getTraceId()).isEqualTo(packed.get(0).getTraceId());

        String line = line("ships " + parcel);
        assertThat(line).contains("asynq.task", "asynq.queue", "asynq.type", "asynq.attempt", "asynq.trace",
                idOf(shipped.get(0)), "example:shipping", "examples", hex(shipped.get(0).getTraceId()));
        assertThat(line("packs " + parcel)).contains("packed", "example:packing").doesNotContain("example:shipping");

        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("play:echo", "1").id("foreign").header("traceparent",
                    "00-" + FOREIGN_TRACE + "-" + FOREIGN_SPAN + "-01"));
        }
        Span foreign = process("foreign", 1).get(0);
        assertThat(hex(foreign.getTraceId())).isEqualTo(FOREIGN_TRACE);
        assertThat(hex(foreign.getParentSpanId())).isEqualTo(FOREIGN_SPAN);
    }

    @Test
    @Execution(SAME_THREAD)
    void the_result_of_a_handler_is_a_task_in_its_trace() {
        send("example:scan", "scan", "123", ",\"queue\":\"examples\"");

        List<Span> scan = spans("process examples", "messaging.message.id", "scan", 1);
        List<Span> sent = spans("send examples", "asynq.task.type", "example:text", 1);
        assertThat(sent.get(0).getParentSpanId()).isEqualTo(scan.get(0).getSpanId());
        List<Span> text = spans("process examples", "asynq.task.type", "example:text", 1);
        assertThat(text.get(0).getParentSpanId()).isEqualTo(sent.get(0).getSpanId());
    }

    private static String line(String text) {
        await().atMost(LIMIT).until(() -> server.output().contains(text));
        return server.output().lines().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    @Test
    @Execution(SAME_THREAD)
    @OnOneServer(AppServer.LIBERTY)
    @Order(Integer.MAX_VALUE)
    void a_server_that_is_killed_has_only_tasks_that_had_begun_and_its_busy_channel_delays_no_other() {
        try (RedisClient client = RedisClient.create(redis.url())) {
            QueueState queue = new QueueState(client, "default");
            long before = queue.processed();
            playground.sendAll(IntStream.range(0, 3 * LANES).mapToObj(
                    i -> "{\"type\":\"play:sleep\",\"id\":\"t" + i + "\",\"maxRetry\":0,\"payload\":{\"ms\":60000}}")
                    .toList());
            await().atMost(Duration.ofSeconds(10)).until(() -> playground.count("play:sleep", "running") == LANES);
            playground.sendAll(List.of("{\"type\":\"play:echo\",\"id\":\"quick\",\"payload\":{}}"));
            await().atMost(Duration.ofSeconds(10)).until(() -> queue.processed() - before == 1);

            server.kill();

            assertThat(queue.active()).as("what is archived unless another server has a retry for it").isEqualTo(LANES);
            assertThat(queue.pending()).isEqualTo(2 * LANES);
            assertThat(queue.retrying()).isZero();
            for (int i = LANES; i < 3 * LANES; i++) {
                assertThat(queue.isOnlyIn("t" + i, "pending")).isTrue();
            }
        }
    }
}
