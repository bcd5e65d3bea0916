package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Many keys and threads, and a server with a small tracking table. */
@Timeout(120)
class TrackedReadsLoadTest {

    private static final int WRITES = 3_000;

    /** Changes keys at random. */
    private static void write(EmbeddedRedis redis, List<String> keys, int seed) {
        Random random = new Random(seed);
        try (Jedis jedis = TestRedis.connect(redis)) {
            for (int i = 0; i < WRITES; i++) {
                String key = keys.get(random.nextInt(keys.size()));
                switch (random.nextInt(3)) {
                    case 0 -> jedis.lpush(key, "t" + i);
                    case 1 -> jedis.rpop(key);
                    default -> jedis.del(key);
                }
            }
        }
    }

    /** Reads random keys while they are written. */
    private static void read(Watch watch, List<String> keys, int seed, CompletableFuture<?> written) {
        Random random = new Random(seed);
        while (!written.isDone()) {
            String key = keys.get(random.nextInt(keys.size()));
            watch.reads.read(List.of(Watch.length(key), Watch.last(keys.get(random.nextInt(keys.size())))));
        }
    }

    @Test
    void at_last_everything_kept_is_what_redis_has_and_every_change_was_reported() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url(), Watch.UNCHECKED)) {
            List<String> keys = Watch.keys(40);
            watch.arm(keys);
            Map<String, Long> view = new ConcurrentHashMap<>();
            keys.forEach(key -> view.put(key, 0L));
            CompletableFuture<?> written = CompletableFuture.allOf(IntStream.range(0, 4)
                    .mapToObj(seed -> CompletableFuture.runAsync(() -> write(redis, keys, seed)))
                    .toArray(CompletableFuture[]::new));
            List<CompletableFuture<?>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int seed = 100 + i;
                readers.add(CompletableFuture.runAsync(() -> read(watch, keys, seed, written)));
            }

            // as a worker does: a reported key is read again
            boolean allReported = false;
            while (!allReported) {
                boolean allWritten = written.isDone();
                String key = watch.reported.poll(500, TimeUnit.MILLISECONDS);
                if (key != null) {
                    view.put(key, watch.readLength(key));
                }
                allReported = allWritten && key == null;
            }

            written.get();
            for (CompletableFuture<?> reader : readers) {
                reader.get(20, TimeUnit.SECONDS);
            }
            for (String key : keys) {
                assertThat(view.get(key)).as(key).isEqualTo(jedis.llen(key));
                assertThat(watch.readLength(key)).isEqualTo(jedis.llen(key));
                assertThat(Replies.text(watch.reads.read(List.of(Watch.last(key))).get(0).get()))
                        .isEqualTo(jedis.lindex(key, -1));
            }
        }
    }

    @Test
    void a_full_tracking_table_reports_early_but_misses_nothing_and_does_not_spin() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().config("tracking-table-max-keys", "10").start();
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url(), Watch.UNCHECKED)) {
            watch.arm("asynq:{default}:pending");
            List<String> keys = Watch.keys(100);
            watch.reads.read(keys.stream().map(Watch::length).toList());
            await("most keys to be evicted").until(() -> watch.reported.size() >= 80);

            keys.forEach(key -> jedis.lpush(key, "t"));

            List<String> expected = new ArrayList<>(keys);
            expected.add("asynq:{default}:pending");
            jedis.lpush("asynq:{default}:pending", "t");
            watch.assertReported(expected.toArray(String[]::new));
            assertThat(watch.reported).isEmpty();
            assertThat(keys).allSatisfy(key -> assertThat(watch.readLength(key)).isEqualTo(1));
        }
    }

    private static long total(String info, String pattern) {
        return info.lines().filter(line -> line.matches(".*" + pattern + ".*"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*" + pattern + ".*", "$1"))).sum();
    }

    /**
     * What Redis did in each second.
     *
     * @param micros microseconds of all commands
     */
    private record Cost(double commands, double micros) {}

    private static Cost cost(Jedis jedis) {
        long commands = total(jedis.info("stats"), "total_commands_processed:(\\d+)");
        long micros = total(jedis.info("commandstats"), ",usec=(\\d+)");
        long begin = System.nanoTime();
        await("a few checks to be made").until(() -> {
            // waits without a busy loop
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(900));
            return System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(7);
        });
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Cost((total(jedis.info("stats"), "total_commands_processed:(\\d+)") - commands) / seconds,
                (total(jedis.info("commandstats"), ",usec=(\\d+)") - micros) / seconds);
    }

    @Test
    void a_thousand_idle_queues_cost_no_more_than_ten_commands_and_a_millisecond_per_second() throws Exception {
        TrackingIntervals quickCheck = new TrackingIntervals(Duration.ofSeconds(2), Duration.ofSeconds(5),
                Duration.ofSeconds(3), Duration.ofMinutes(5), 5);
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url(), quickCheck)) {
            List<String> keys = IntStream.range(0, 1_000).boxed().flatMap(queue -> Stream
                    .of("pending", "scheduled", "retry", "paused", "active", "lease", "archived", "completed")
                    .map(set -> "asynq:{queue-number-" + queue + "}:" + set)).toList();
            keys.stream().filter(key -> key.endsWith("1}:retry")).forEach(key -> jedis.lpush(key, "t"));
            watch.arm(keys);

            Cost cost = cost(jedis);
            // Redis measures with the clock, also while the machine does other work
            for (int again = 0; again < 2 && cost.micros >= 1_000; again++) {
                cost = cost(jedis);
            }

            assertThat(cost.commands).as("commands per second").isBetween(1.0, 10.0);
            assertThat(cost.micros).as("µs of Redis per second").isLessThan(1_000);
            assertThat(total(jedis.info("commandstats"), "cmdstat_exists:calls=(\\d+)")).isGreaterThan(10);
            assertThat(watch.reported).isEmpty();
            assertThat(keys).allMatch(watch.reads::isTracked);
        }
    }
}
