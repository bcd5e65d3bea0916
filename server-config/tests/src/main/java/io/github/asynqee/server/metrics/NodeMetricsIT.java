package io.github.asynqee.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import javax.management.openmbean.CompositeData;

import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.Playground;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerBuilder;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** The metrics of a node, read from outside of the server: MBeans, and what OpenTelemetry exports. */
@Execution(CONCURRENT)
class NodeMetricsIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int TASKS = 20;
    private static final String ECHO = "type=TaskType,taskType=\"play:echo\"";

    private static ServerBuilder server(String name, EmbeddedRedis redis, Path home) {
        return ServerProcess.of(ServerUnderTest.server(), home).instance(ServerUnderTest.workFile(name))
                .application(ServerUnderTest.war()).ports(ServerPorts.free()).redisUrl(redis.url());
    }

    private static void echo(ServerProcess server) {
        Playground.at(server.application()).sendAll(
                IntStream.range(0, TASKS).mapToObj(i -> "{\"type\":\"play:echo\",\"payload\":" + i + "}").toList());
    }

    private static long done(ServerBeans beans) throws Exception {
        return (long) ((CompositeData) beans.read(ECHO, "Outcomes")).get("done");
    }

    @Test
    @Execution(SAME_THREAD)
    void without_telemetry_the_metrics_are_mbeans_until_the_application_is_undeployed() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                ServerProcess server = server("node-metrics", redis, ServerUnderTest.home()).start()) {
            server.awaitReady(Duration.ofSeconds(120));
            try (ServerBeans beans = ServerBeans.of(server)) {
                echo(server);
                await().atMost(LIMIT).ignoreExceptions().until(() -> done(beans) == TASKS);

                assertThat(beans.read(ECHO, "Consumed")).isEqualTo((long) TASKS);
                await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        beans.read("type=Worker,application=\"sample-war\"", "InFlight")).isEqualTo(0L));
                assertThat((Long) ((CompositeData) beans.read("type=Redis", "RoundTrip")).get("count")).isPositive();

                redeploy(server, beans);
            }
        }
    }

    private static void redeploy(ServerProcess server, ServerBeans beans) throws Exception {
        Path copy = Files.copy(server.deployed(), ServerUnderTest.workFile("copy-" + server.java().pid() + ".war"));
        assertThat(beans.instances("MetricBean", "NodeMetrics")).hasSize(2);
        Files.delete(server.deployed());
        await().atMost(LIMIT).until(() -> beans.names().isEmpty());
        await().atMost(LIMIT).untilAsserted(() -> assertThat(beans.instances("MetricBean", "NodeMetrics",
                "OpenTelemetryInstruments")).as("what the server still holds").isEmpty());

        // WildFly leaves a marker that keeps an older file from being deployed
        Files.deleteIfExists(Path.of(server.deployed() + ".undeployed"));
        Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
        Files.move(copy, server.deployed());
        await().atMost(LIMIT).until(() -> !beans.names().isEmpty());
        server.awaitReady(LIMIT);
        // WildFly reports readiness before the resources of a redeployed application respond
        await().atMost(LIMIT).ignoreExceptions().until(() -> Playground.at(server.application()).score() != null);
        // Open Liberty may answer once and then refuse all of them until the application is there
        await().atMost(LIMIT).untilAsserted(() -> echo(server));
        // more if some of a refused request were accepted
        await().atMost(LIMIT).ignoreExceptions().until(() -> done(beans) >= TASKS);
        assertThat(beans.names()).allMatch(name -> name.contains("application=\"sample-war\""));
    }

    @Test
    @OnOneServer(AppServer.LIBERTY)
    @Execution(SAME_THREAD)
    void with_telemetry_every_instrument_is_exported() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                OtlpCollector collector = OtlpCollector.start();
                ServerProcess server = server("node-telemetry", redis, ServerUnderTest.telemetryHome())
                        .telemetry(collector.endpoint()).start()) {
            server.awaitReady(Duration.ofSeconds(120));
            echo(server);
            // the metrics of an inbox are there from its first task on
            Playground.at(server.application()).sendAll(
                    List.of("{\"type\":\"play:inbox\",\"queue\":\"transactions\",\"payload\":\"once\"}"));
            Map<String, String> type = Map.of("messaging.system", "asynq", "messaging.destination.name", "default",
                    "asynq.task.type", "play:echo");

            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(collector.names()).containsExactlyInAnyOrderElementsOf(instruments());
                assertThat(collector.value("messaging.client.consumed.messages", type)).isEqualTo(TASKS);
                assertThat(collector.value("messaging.process.duration", type)).isEqualTo(TASKS);
                assertThat(collector.value("asynq.task.outcomes", with(type, "asynq.task.outcome", "done")))
                        .isEqualTo(TASKS);
                assertThat(collector.value("asynq.task.outcomes", type)).isEqualTo(TASKS);
            });
            assertThat(collector.unit("messaging.process.duration")).isEqualTo("s");
            assertThat(collector.value("asynq.channel.lanes.free", Map.of("asynq.application", "sample-war")))
                    .isGreaterThanOrEqualTo(100);
            try (ServerBeans beans = ServerBeans.of(server)) {
                assertThat(done(beans)).isEqualTo(TASKS);
                assertThat(beans.instances("OpenTelemetryInstruments")).hasSize(1);
                redeploy(server, beans);
            }
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
}
