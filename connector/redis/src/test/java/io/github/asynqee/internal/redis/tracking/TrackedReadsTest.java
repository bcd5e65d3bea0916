package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

@Timeout(60)
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class TrackedReadsTest {

    private static final String KEY = "asynq:{default}:pending";
    /** In the slot of the key, so that the same node reports its changes, in order. */
    private static final String PROBE = "asynq:{default}:probe";

    @Parameter
    TestRedis redis;
    private Watch watch;

    @BeforeEach
    void watch() {
        redis.clear();
        watch = Watch.started(redis.url(), Watch.UNCHECKED);
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private void push(String key) {
        redis.at(key).lpush(key, "t");
    }

    /** Number of executions of a command on all servers. */
    private long executed(String command) {
        return redis.nodes().stream().flatMap(node -> node.info("commandstats").lines())
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*calls=(\\d+),.*", "$1"))).sum();
    }

    @Test
    void a_change_is_reported_once_until_the_key_is_read_again() throws Exception {
        watch.arm(KEY, PROBE);

        push(KEY);
        watch.assertReported(KEY);
        push(KEY);
        watch.assertNothingReportedBefore(() -> push(PROBE), PROBE);

        assertThat(watch.readLength(KEY)).isEqualTo(2);
        push(KEY);
        watch.assertReported(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(3);
    }

    @Test
    void keys_on_all_nodes_are_heard() throws Exception {
        List<String> keys = Watch.keys(30);
        watch.arm(keys);

        keys.forEach(this::push);

        watch.assertReported(keys.toArray(String[]::new));
        watch.arm(keys);
        assertThat(keys).allSatisfy(key -> assertThat(watch.readLength(key)).isEqualTo(1));
    }

    @Test
    void what_has_not_changed_costs_redis_nothing() throws Exception {
        List<String> keys = Watch.keys(30);
        watch.arm(keys);
        long before = executed("llen");

        for (int i = 0; i < 100; i++) {
            assertThat(watch.reads.read(keys.stream().map(Watch::length).toList()))
                    .allSatisfy(reply -> assertThat(reply.get()).isEqualTo(0L));
        }

        assertThat(executed("llen")).isEqualTo(before);
        assertThat(watch.reads.isTracking()).isTrue();
    }

    @Test
    void a_change_within_a_script_is_reported() throws Exception {
        watch.arm(KEY);

        redis.at(KEY).eval("return redis.call('LPUSH', KEYS[1], 't')", 1, KEY);

        watch.assertReported(KEY);
    }

    @Test
    void each_question_about_a_key_has_its_own_reply_and_one_change_ends_all() throws Exception {
        push(KEY);
        watch.arm(KEY);

        assertThat(watch.reads.read(List.of(Watch.last(KEY), Watch.length(KEY)))).satisfiesExactly(
                last -> assertThat(Replies.text(last.get())).isEqualTo("t"),
                length -> assertThat(length.get()).isEqualTo(1L));
        redis.at(KEY).rpush(KEY, "u");
        watch.assertReported(KEY);

        assertThat(watch.reads.read(List.of(Watch.last(KEY), Watch.length(KEY)))).satisfiesExactly(
                last -> assertThat(Replies.text(last.get())).isEqualTo("u"),
                length -> assertThat(length.get()).isEqualTo(2L));
    }

    @Test
    void a_flush_reports_every_key() throws Exception {
        watch.arm(KEY, PROBE, "asynq:{critical}:pending", "asynq:{low}:pending");

        redis.nodes().forEach(Jedis::flushAll);

        watch.assertReported(KEY, PROBE, "asynq:{critical}:pending", "asynq:{low}:pending");
    }

    @Test
    void what_is_refused_is_said_and_not_kept() throws Exception {
        watch.arm(PROBE);
        redis.at(KEY).set(KEY, "text");

        assertThat(watch.reads.read(List.of(Watch.length(KEY))).get(0).error()).isExactlyInstanceOf(
                BrokerException.class).hasMessageContaining("WRONGTYPE");
        assertThat(watch.reads.isTracked(KEY)).isFalse();
        redis.at(KEY).del(KEY);
        assertThat(watch.readLength(KEY)).isZero();
    }

    @Test
    void only_commands_with_one_key_are_read() {
        RedisCommand two = RedisCommand.command(Command.EXISTS).key(KEY).key(PROBE);

        assertThatThrownBy(() -> watch.reads.read(List.of(two))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void before_the_start_redis_is_asked_each_time() {
        try (Watch idle = new Watch(redis.url(), Watch.UNCHECKED)) {
            assertThat(idle.readLength(KEY)).isZero();
            push(KEY);
            assertThat(idle.readLength(KEY)).isEqualTo(1);
            assertThat(idle.reads.isTracking()).isFalse();
            assertThat(idle.threads).isEmpty();
        }
    }

    @Test
    void what_was_read_before_changes_could_be_heard_is_reported_when_they_can() throws Exception {
        assertThat(watch.readLength(KEY)).isZero();

        if (!watch.reads.isTracked(KEY)) {
            watch.assertReported(KEY);
        }
        watch.arm(KEY);
    }

    @Test
    void while_paused_nothing_is_kept_or_reported_and_redis_watches_nothing() throws Exception {
        watch.arm(KEY, PROBE);

        watch.reads.pause();

        assertThat(watch.reads.isTracking()).isFalse();
        await("Redis to watch no key").until(() -> redis.nodes().stream()
                .allMatch(node -> node.info("clients").contains("tracking_clients:0")));
        push(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(1);
        push(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(2);
        assertThat(watch.reported).isEmpty();

        watch.reads.resume();
        watch.assertReported(KEY, PROBE);
        assertThat(watch.reads.isTracking()).isTrue();
        assertThat(watch.readLength(KEY)).isEqualTo(2);
        push(KEY);
        watch.assertReported(KEY);
    }

    @Test
    void a_listener_that_fails_or_is_removed_disturbs_no_other() throws Exception {
        watch.reads.addListener(key -> {
            throw new IllegalStateException("a listener that fails");
        });
        BlockingQueue<String> second = new LinkedBlockingQueue<>();
        Consumer<String> adding = second::add;
        watch.arm(KEY, PROBE);
        watch.reads.addListener(adding);

        push(KEY);
        assertThat(second.poll(20, TimeUnit.SECONDS)).isEqualTo(KEY);
        watch.reads.removeListener(adding);
        watch.assertReported(KEY);
        push(PROBE);
        watch.assertReported(PROBE);
        assertThat(second).isEmpty();
    }

    @Test
    void each_node_has_one_connection() throws Exception {
        watch.arm(Watch.keys(30));

        assertThat(redis.nodes()).allSatisfy(node -> assertThat(Watch.trackingClients(node)).hasSize(1));
        assertThat(redis.nodes()).allSatisfy(node -> assertThat(node.clientList()).doesNotContain("cmd=subscribe"));
    }

    @Test
    void a_listener_that_is_slow_misses_nothing() throws Exception {
        List<String> keys = Watch.keys(300);
        watch.arm(keys);
        CountDownLatch released = new CountDownLatch(1);
        watch.reads.addListener(key -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        keys.forEach(this::push);
        released.countDown();

        watch.assertReported(keys.toArray(String[]::new));
        watch.arm(keys);
        assertThat(keys).allSatisfy(key -> assertThat(watch.readLength(key)).isEqualTo(1));
    }

    @Test
    void closing_ends_threads_and_connections_but_not_reading() throws Exception {
        watch.arm(KEY);

        watch.reads.close(StopTime.of(Duration.ofSeconds(1)));

        await("threads to end").until(() -> watch.threads.stream().noneMatch(Thread::isAlive));
        await("connections to end").until(() -> redis.nodes().stream()
                .allMatch(node -> Watch.trackingClients(node).isEmpty()));
        assertThat(watch.reads.isTracking()).isFalse();
        assertThat(watch.readLength(KEY)).isZero();
        push(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(1);
    }
}
