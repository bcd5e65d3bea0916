package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Connections that break between the read of a key and the report of its change. */
@Timeout(60)
class TrackedReadsFaultsTest {

    /** Only the connection that tracks keys sends this. */
    private static final String TRACKING = "TRACKING";
    private static final String KEY = "asynq:{default}:pending";
    private static final String OTHER = "asynq:{default}:other";

    private final TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private Watch watch = Watch.started(network.url(), Watch.UNCHECKED);

    @BeforeEach
    void clear() throws Exception {
        TestRedis.SINGLE.clear();
        watch.arm(KEY, OTHER);
    }

    @AfterEach
    void close() {
        watch.close();
        network.close();
    }

    private void use(TrackingIntervals intervals) throws Exception {
        watch.close();
        watch = Watch.started(network.url(), intervals);
        watch.arm(KEY, OTHER);
    }

    private void assertHeardAgain() throws Exception {
        watch.arm(KEY, OTHER);
        assertThat(watch.reads.isTracking()).isTrue();
        redis.lpush(KEY, "t");
        watch.assertReported(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(redis.llen(KEY));
    }

    @Test
    void what_a_cut_connection_had_armed_is_reported() throws Exception {
        network.cut(TRACKING);
        redis.lpush(KEY, "t");

        watch.assertReported(KEY, OTHER);
        assertThat(watch.readLength(KEY)).isEqualTo(1);
        assertHeardAgain();
    }

    @Test
    void what_a_silent_connection_had_armed_is_reported_after_the_longest_silence() throws Exception {
        use(Watch.IMPATIENT);
        network.swallow(TRACKING);
        redis.lpush(KEY, "t");
        long begin = System.nanoTime();

        watch.assertReported(KEY, OTHER);

        // the longest silence is 700 ms; the rest is for a machine with other work
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(3));
        assertThat(watch.readLength(KEY)).isEqualTo(1);
        assertHeardAgain();
    }

    @Test
    void a_connection_that_answers_pings_is_kept_however_long_nothing_changes() throws Exception {
        use(Watch.PATIENT);
        int threads = watch.threads.size();
        long begin = System.nanoTime();
        await("more than the longest silence to pass").until(() -> {
            // pings the server, to wait without a busy loop
            redis.ping();
            return System.nanoTime() - begin > Watch.PATIENT.silence().toNanos() * 3 / 2;
        });

        assertThat(watch.reported).isEmpty();
        assertThat(watch.reads.isTracked(KEY)).isTrue();
        assertThat(watch.threads).hasSize(threads);
        redis.lpush(KEY, "t");
        watch.assertReported(KEY);
    }

    @Test
    void a_connection_that_redis_has_dropped_is_missed() throws Exception {
        Watch.killTracking(redis);
        redis.lpush(KEY, "t");

        watch.assertReported(KEY, OTHER);
        assertHeardAgain();
    }

    @Test
    void messages_and_replies_that_arrive_in_pieces_are_put_together() throws Exception {
        network.split();
        List<String> keys = Watch.keys(50);
        for (int round = 0; round < 5; round++) {
            watch.arm(keys);
            // while other replies are on their way on the same connection
            CompletableFuture<?> reading = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 100; i++) {
                    watch.reads.read(List.of(Watch.last("asynq:{default}:read" + i)));
                }
            });
            keys.forEach(key -> redis.lpush(key, "t"));
            watch.assertReported(keys.toArray(String[]::new));
            reading.get(20, TimeUnit.SECONDS);
            int length = round + 1;
            assertThat(keys).allSatisfy(key -> assertThat(watch.readLength(key)).isEqualTo(length));
        }
    }

    @Test
    void reads_whose_connection_breaks_are_answered_by_another_and_reported_later() throws Exception {
        redis.lpush(KEY, "t");
        watch.assertReported(KEY);
        network.loseNextReplyTo("LLEN");

        assertThat(watch.readLength(KEY)).isEqualTo(1);

        assertThat(List.of(watch.nextReported(), watch.nextReported())).contains(OTHER);
        assertHeardAgain();
    }

    @Test
    void an_outage_is_reported_at_its_beginning_and_what_was_read_meanwhile_at_its_end() throws Exception {
        network.cut();
        watch.assertReported(KEY, OTHER);
        assertThat(watch.reads.read(List.of(Watch.length(KEY))).get(0).error()).isInstanceOf(BrokerException.class);
        assertThat(watch.reads.isTracking()).isFalse();
        redis.lpush(KEY, "t");

        network.heal();

        watch.assertReported(KEY);
        assertHeardAgain();
    }

    @Test
    void a_redis_that_is_away_at_the_start_is_heard_when_it_comes() throws Exception {
        watch.close();
        network.cut();
        watch = Watch.started(network.url(), Watch.UNCHECKED);
        assertThat(watch.reads.read(List.of(Watch.length(KEY))).get(0).error()).isInstanceOf(BrokerException.class);
        await("a connection to be refused").until(() -> network.refused() > 2);

        network.heal();

        watch.assertReported(KEY);
        assertHeardAgain();
    }

    @Test
    void a_message_that_never_comes_is_made_up_for_by_the_check() throws Exception {
        watch.close();
        watch = Watch.started(network.url(), Watch.SHORT);
        redis.lpush(OTHER, "t");
        List<String> many = Watch.keys(2_500);
        watch.arm(Stream.concat(many.stream(), Stream.of(KEY, OTHER)).toList());
        network.swallowReplies("invalidate");

        redis.lpush(KEY, "t");
        watch.assertReported(KEY);
        redis.lpush(OTHER, "u");
        watch.assertReported(OTHER);
        redis.lpush(many.get(1_777), "t");
        watch.assertReported(many.get(1_777));

        assertThat(watch.readLength(KEY)).isEqualTo(1);
        redis.del(KEY);
        watch.assertReported(KEY);
        assertThat(watch.reported).isEmpty();
    }

    @Test
    void if_no_message_ever_comes_the_check_reports_all_at_once() throws Exception {
        watch.close();
        watch = Watch.started(network.url(), Watch.SHORT);
        List<String> many = Watch.keys(500);
        watch.arm(many);
        network.swallowReplies("invalidate");

        many.forEach(key -> redis.lpush(key, "t"));

        watch.assertReported(many.toArray(String[]::new));
    }

    @Test
    void after_a_restart_everything_is_heard_again() throws Exception {
        try (EmbeddedRedis own = EmbeddedRedis.start(); Watch restarted = Watch.started(own.url(), Watch.UNCHECKED)) {
            restarted.arm(KEY, OTHER);

            own.restart();

            restarted.assertReported(KEY, OTHER);
            restarted.arm(KEY, OTHER);
            try (Jedis jedis = TestRedis.connect(own)) {
                jedis.lpush(KEY, "t");
            }
            restarted.assertReported(KEY);
        }
    }

    @Test
    void after_a_failover_the_new_master_is_heard() throws Exception {
        try (EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.start();
                Watch following = Watch.started(sentinel.url(), Watch.UNCHECKED)) {
            following.arm(KEY, OTHER);

            sentinel.killMaster();

            following.assertReported(KEY, OTHER);
            following.arm(KEY, OTHER);
            try (Jedis master = TestRedis.connect(sentinel.master())) {
                master.lpush(KEY, "t");
            }
            following.assertReported(KEY);
            assertThat(following.readLength(KEY)).isEqualTo(1);
            await().until(following.reads::isTracking);
        }
    }
}
