package io.github.asynqee.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.CommandTimes;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.metrics.MetricFamily.Sample;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

class QueueMetricsTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2033-05-18T03:33:20Z"));
    private EmbeddedRedis redis;
    private Jedis jedis;
    private RedisBroker broker;
    private AsynqClient client;
    private Inspector inspector;
    private QueueMetrics metrics;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
        client = DefaultAsynqClient.of(broker);
        inspector = new RedisInspector(broker, broker.executor(), () -> {});
        metrics = new QueueMetrics(inspector);
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
        jedis.close();
        redis.close();
    }

    private void server(String id, String status, String... queues) {
        Map<String, Integer> priorities = new TreeMap<>();
        List.of(queues).forEach(queue -> priorities.put(queue, 1));
        broker.servers().write(new ServerInfo("host", 1, id, 10, priorities, false, status, clock.instant(), 0),
                List.of(), Duration.ofDays(2));
    }

    /** The samples, without help, types and the memory, which depends on the version of Redis. */
    private List<String> samples() throws IOException {
        StringBuilder out = new StringBuilder();
        MetricsFormat.TEXT.write(metrics.collect(), out);
        return out.toString().lines().filter(line -> !line.startsWith("#") && !line.contains("memory")).toList();
    }

    @Test
    void of_a_queue() throws IOException {
        client.enqueue(Task.of("a", "{}").queue("mail"));
        client.enqueue(Task.of("a", "{}").queue("mail").processIn(Duration.ofHours(1)));
        client.enqueue(Task.of("a", "{}").queue("mail").group("g1"));
        client.enqueue(Task.of("a", "{}").queue("mail").group("g1"));
        jedis.set(QueueKeys.of("mail").processed(), "1000000");
        jedis.set(QueueKeys.of("mail").failed(), "17");
        jedis.zadd(QueueKeys.of("mail").limitsWaiting(), 0, "imports a\0place");
        inspector.queues().pause("mail");
        clock.advance(Duration.ofMillis(2500));

        jedis.zadd(QueueKeys.of("mail").batches(), Map.of("b", 1.0, "c", 2.0));
        jedis.zadd(QueueKeys.of("mail").batchOpen("b"), Map.of("4:mailm1", -1.0, "4:mailm2", -1.0));
        jedis.zadd(QueueKeys.of("mail").batchOpen("c"), 1, "4:mailm3");
        jedis.zadd(QueueKeys.of("mail").batchFailed("c"), 1, "4:mailm4");

        assertThat(samples()).containsExactly("asynq_queue_aggregating{queue=\"mail\"} 2",
                "asynq_queue_batch_members{queue=\"mail\",state=\"failed\"} 1",
                "asynq_queue_batch_members{queue=\"mail\",state=\"open\"} 3",
                "asynq_queue_batches{queue=\"mail\"} 2",
                "asynq_queue_consumers{queue=\"mail\"} 0",
                "asynq_queue_groups{queue=\"mail\"} 1",
                "asynq_queue_latency_seconds{queue=\"mail\"} 2.5",
                "asynq_queue_limited{queue=\"mail\"} 1",
                "asynq_queue_paused_total{queue=\"mail\"} 1",
                "asynq_queue_size{queue=\"mail\"} 4",
                "asynq_queue_up{queue=\"mail\"} 1",
                "asynq_redis_up 1",
                "asynq_scrape_errors_total 0",
                "asynq_servers 0",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"active\"} 0",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"archived\"} 0",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"completed\"} 0",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"pending\"} 1",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"retry\"} 0",
                "asynq_tasks_enqueued_total{queue=\"mail\",state=\"scheduled\"} 1",
                "asynq_tasks_failed_total{queue=\"mail\"} 17",
                "asynq_tasks_processed_total{queue=\"mail\"} 1e+06");
    }

    @Test
    void servers_that_take_no_tasks_are_no_consumers() throws IOException {
        client.enqueue(Task.of("a", "{}").queue("mail"));
        client.enqueue(Task.of("a", "{}").queue("images"));
        server("s1", "active", "mail", "not-used-yet");
        server("s2", "active", "mail");
        server("s3", "stopped", "images");

        assertThat(samples()).contains("asynq_queue_consumers{queue=\"images\"} 0",
                "asynq_queue_consumers{queue=\"mail\"} 2", "asynq_servers 3")
                .noneMatch(line -> line.contains("not-used"));
    }

    @Test
    void a_queue_that_cannot_be_read_is_reported_beside_the_others() throws IOException {
        for (String queue : List.of("a", "b", "c")) {
            client.enqueue(Task.of("a", "{}").queue(queue));
        }
        jedis.del(QueueKeys.of("b").groups());
        jedis.set(QueueKeys.of("b").groups(), "not a set");

        assertThat(samples()).contains("asynq_queue_size{queue=\"a\"} 1", "asynq_queue_size{queue=\"c\"} 1",
                "asynq_queue_up{queue=\"a\"} 1", "asynq_queue_up{queue=\"b\"} 0", "asynq_queue_up{queue=\"c\"} 1",
                "asynq_queue_consumers{queue=\"b\"} 0", "asynq_redis_up 1", "asynq_scrape_errors_total 1")
                .noneMatch(line -> line.startsWith("asynq_queue_size{queue=\"b\"}"));
        jedis.del(QueueKeys.of("b").groups());
        assertThat(samples()).contains("asynq_queue_size{queue=\"b\"} 1", "asynq_queue_up{queue=\"b\"} 1",
                "asynq_scrape_errors_total 1");
    }

    @Test
    void a_group_that_cannot_be_read_harms_its_queue_only() throws IOException {
        for (String queue : List.of("a", "b", "c", "d", "e")) {
            client.enqueue(Task.of("a", "{}").queue(queue));
        }
        jedis.sadd(QueueKeys.of("d").groups(), "g1");
        jedis.set(QueueKeys.of("d").group("g1"), "not a sorted set");

        assertThat(samples().stream().filter(line -> line.contains("_up{"))).containsExactly(
                "asynq_queue_up{queue=\"a\"} 1", "asynq_queue_up{queue=\"b\"} 1", "asynq_queue_up{queue=\"c\"} 1",
                "asynq_queue_up{queue=\"d\"} 0", "asynq_queue_up{queue=\"e\"} 1");
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_thousand_queues_do_not_keep_redis_busy() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            jedis.sadd("asynq:queues", "q" + i);
            jedis.set(QueueKeys.of("q" + i).processed(), String.valueOf(i));
        }
        CommandTimes times = CommandTimes.record(jedis);

        for (int i = 0; i < CommandTimes.CALLS; i++) {
            assertThat(samples()).contains("asynq_tasks_processed_total{queue=\"q999\"} 999").hasSize(19 * 1_000 + 3);
        }

        assertThat(times.quartiles()).isNotEmpty();
        assertThat(times.slowerThan(Duration.ofMillis(10))).isEmpty();
    }

    @Test
    void unreadable_servers_are_an_error_of_their_own() throws IOException {
        client.enqueue(Task.of("a", "{}").queue("mail"));
        jedis.set("asynq:servers", "not a sorted set");

        assertThat(samples()).contains("asynq_queue_size{queue=\"mail\"} 1", "asynq_scrape_errors_total 1")
                .noneMatch(line -> line.startsWith("asynq_servers") || line.startsWith("asynq_queue_consumers"));
    }

    @Test
    void without_redis() throws IOException {
        client.enqueue(Task.of("a", "{}").queue("mail"));
        redis.close();

        assertThat(samples()).containsExactly("asynq_redis_up 0", "asynq_scrape_errors_total 1");
        assertThat(samples()).containsExactly("asynq_redis_up 0", "asynq_scrape_errors_total 2");
    }

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    void of_queues_on_several_servers(TestRedis kind) {
        kind.clear();
        try (AsynqClient clientThere = Asynq.connect(kind.url()); Inspector there = Inspectors.connect(kind.url())) {
            TestRedis.queues().forEach(queue -> clientThere.enqueue(Task.of("a", "{}").queue(queue)));

            assertThat(new QueueMetrics(there).collect())
                    .filteredOn(family -> family.metric() == QueueMetric.SIZE).singleElement()
                    .satisfies(family -> assertThat(family.samples()).containsExactly(
                            new Sample(List.of("critical"), 1), new Sample(List.of("default"), 1),
                            new Sample(List.of("low"), 1)));
        }
    }

    @Test
    void names_are_sorted_by_their_bytes() {
        client.enqueue(Task.of("a", "{}").queue("\uD83D\uDE00"));
        client.enqueue(Task.of("a", "{}").queue("\uFF01"));

        assertThat(metrics.collect()).filteredOn(family -> family.metric() == QueueMetric.SIZE).singleElement()
                .satisfies(family -> assertThat(family.samples()).extracting(sample -> sample.labels().get(0))
                        .containsExactly("\uFF01", "\uD83D\uDE00"));
    }
}
