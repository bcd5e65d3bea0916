package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import com.google.gson.JsonParser;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.metrics.QueueMetric;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** For the same key space, asynq's metrics equal the recorded output of asynq's own collector byte for byte. */
class RecordedMetricsTest {

    private static final String LATENCY = QueueMetric.LATENCY.metricName() + "{";
    private static final String MEMORY = QueueMetric.MEMORY.metricName() + "{";

    private EmbeddedRedis redis;

    @BeforeEach
    void load() {
        redis = EmbeddedRedis.start();
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            JsonParser.parseReader(new InputStreamReader(getClass().getResourceAsStream("/recorded/state.json"),
                    StandardCharsets.UTF_8)).getAsJsonObject().getAsJsonArray("state")
                    .forEach(entry -> RecordedState.load(entry.getAsJsonObject(), jedis));
            queue(jedis, "large", "999999", "21");
            queue(jedis, "a\"b\\c\nd ü", "123456789012", "1000000");
        }
    }

    private static void queue(Jedis jedis, String queue, String processed, String failed) {
        jedis.sadd("asynq:queues", queue);
        jedis.set(QueueKeys.of(queue).processed(), processed);
        jedis.set(QueueKeys.of(queue).failed(), failed);
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void text() throws Exception {
        compare("text/plain;version=0.0.4", "metrics.txt", 1795299390.869);
    }

    @Test
    void openmetrics() throws Exception {
        compare("application/openmetrics-text;version=1.0.0", "metrics-openmetrics.txt", 1795299390.888);
    }

    private void compare(String accept, String file, double at) throws Exception {
        List<String> recorded = recorded(file);
        List<String> actual;
        try (MetricsRun metrics = new MetricsRun(redis.url(),
                ManualClock.startingAt(Instant.ofEpochMilli((long) (at * 1000))))) {
            actual = metrics.lines(accept).stream().filter(RecordedMetricsTest::isOfAsynq).toList();
        }

        assertThat(actual.stream().map(RecordedMetricsTest::withoutChangingValue))
                .containsExactlyElementsOf(recorded.stream().map(RecordedMetricsTest::withoutChangingValue).toList());
        for (int i = 0; i < recorded.size(); i++) {
            if (recorded.get(i).startsWith(LATENCY)) {
                assertThat(value(actual.get(i))).isCloseTo(value(recorded.get(i)), offset(0.05));
            }
        }
    }

    private static List<String> recorded(String file) throws IOException {
        try (InputStream in = RecordedMetricsTest.class.getResourceAsStream("/recorded/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static boolean isOfAsynq(String line) {
        return Arrays.stream(QueueMetric.values()).filter(metric -> !metric.isOfAsynq())
                .map(metric -> metric.metricName().replaceAll("_total$", ""))
                .noneMatch(name -> line.matches("(# (HELP|TYPE) )?" + name + "(_total)?[{ ].*"));
    }

    /**
     * Removes the age of tasks, which varies by milliseconds, and the memory, which depends on the version of Redis.
     */
    private static String withoutChangingValue(String line) {
        return line.startsWith(LATENCY) && value(line) != 0 || line.startsWith(MEMORY) && value(line) != 0
                ? line.replaceAll(" [0-9.e+]+$", " <changes>")
                : line;
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ')));
    }
}
