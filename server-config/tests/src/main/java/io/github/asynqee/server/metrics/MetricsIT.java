package io.github.asynqee.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

import io.github.asynqee.cli.Main;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleTest;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Prometheus scrapes {@code asynq metrics} and the sample on the server, and finds the tasks that are in Redis. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class MetricsIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path FILES = Path.of("../../docs/monitoring");
    private static final String EMAIL = "{\"to\":\"me@example.com\"}";

    private Process exporter;
    private PrometheusProcess prometheus;

    MetricsIT() {
        super("examples");
    }

    @BeforeEach
    void start_prometheus() throws IOException {
        assumeTrue(PrometheusProcess.isInstalled(), "NO METRICS WERE SCRAPED: there is no program prometheus");
        // other tests leave servers of the demonstration behind
        try (RedisClient redis = ServerUnderTest.redis()) {
            redis.flushAll();
        }
        exporter = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "metrics", "--port=0",
                "--uri=" + ServerUnderTest.redisUrl()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader out = exporter.inputReader(StandardCharsets.UTF_8);
        URI url = URI.create(out.readLine().replaceFirst("Serving metrics at ", ""));
        prometheus = PrometheusProcess.start(ServerUnderTest.workFile("prometheus"),
                Map.of("exporter", url, "application", ServerUnderTest.application().resolve("api/metrics")),
                FILES.resolve("asynq-alerts.yml"));
    }

    @AfterEach
    void stop_prometheus() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (exporter != null) {
            exporter.destroy();
        }
    }

    private void send(String type, String id, String payload, String more) {
        assertThat(playground.send("{\"type\":\"example:" + type + "\",\"id\":\"" + id + "\",\"queue\":\"examples\","
                + "\"payload\":" + payload + more + "}").statusCode()).isEqualTo(201);
    }

    private void awaitValue(String metric, String labels, double value) {
        for (String job : List.of("exporter", "application")) {
            String query = metric + "{job=\"" + job + "\"" + labels + "}";
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(
                    () -> assertThat(prometheus.query(query)).as(query).containsExactly(value));
        }
    }

    @Test
    void prometheus_finds_what_is_in_redis() throws IOException {
        String queue = ",queue=\"examples\"";
        send("address", "first", "{\"city\":\"Porto\"}", "");
        awaitValue("asynq_tasks_processed_total", queue, 1);
        for (String id : List.of("s1", "s2", "s3")) {
            send("address", id, "{\"city\":\"Porto\"}", ",\"processInMillis\":3600000");
        }
        send("address", "now", "{\"city\":\"Porto\"}", "");
        send("letter-abroad", "fails", EMAIL, "");

        awaitValue("up", "", 1);
        awaitValue("asynq_redis_up", "", 1);
        awaitValue("asynq_queue_up", queue, 1);
        awaitValue("asynq_tasks_enqueued_total", queue + ",state=\"scheduled\"", 3);
        awaitValue("asynq_tasks_enqueued_total", queue + ",state=\"archived\"", 1);
        awaitValue("asynq_queue_size", queue, 4);
        awaitValue("asynq_tasks_processed_total", queue, 3);
        awaitValue("asynq_tasks_failed_total", queue, 1);
        awaitValue("asynq_queue_consumers", queue, 1);
        awaitValue("asynq_servers", "", 1);
        assertThat(prometheus.types("asynq_tasks_enqueued_total")).containsExactly("gauge");
        assertThat(prometheus.types("asynq_scrape_errors_total")).isSubsetOf("counter");
        assertRulesAreEvaluated();
        assertDashboardHasData();
    }

    private void assertRulesAreEvaluated() {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(prometheus.rules()).isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.getString("health")).as(rule.toString()).isEqualTo("ok")));
        assertThat(prometheus.rules()).filteredOn(
                rule -> rule.getJsonObject("labels").getString("severity", "").equals("critical")).isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.getString("state")).as(rule.toString()).isEqualTo("inactive"));
    }

    /** Without panels of nodes, whose metrics Prometheus does not scrape here. */
    private void assertDashboardHasData() throws IOException {
        List<String> queries = new ArrayList<>();
        try (JsonReader reader = Json
                .createReader(new StringReader(Files.readString(FILES.resolve("asynq-dashboard.json"))))) {
            reader.readObject().getJsonArray("panels").getValuesAs(JsonObject.class).stream()
                    .filter(panel -> panel.containsKey("targets"))
                    .flatMap(panel -> panel.getJsonArray("targets").getValuesAs(JsonObject.class).stream())
                    .forEach(target -> queries.add(target.getString("expr")));
        }
        for (String query : queries) {
            String filled = query.replace("$__rate_interval", "1m").replaceAll("\\$\\w+", ".*");
            await().atMost(LIMIT).untilAsserted(() -> {
                List<Double> values = prometheus.query(filled);
                assertThat(values.isEmpty()).as(filled).isEqualTo(filled.contains("asynq_application"));
            });
        }
    }
}
