package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Nodes are killed while they run limited tasks: a watch in Redis never sees more tasks of a key than may run, each key that has
 * tasks starts one within three minutes, and no task is lost. {@code -Dlimits.keys} sets how many keys always have tasks,
 * {@code -Dlimits.seconds} how long nodes are killed, {@code -Dlimits.pause} the seconds between two kills.
 */
@Tag("thorough")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@SomeDays(oneIn = 4)
class LimitsUnderKillsTest extends WorkerTest {

    private static final boolean THOROUGH = Boolean.getBoolean("asynq.test.thorough");
    private static final int PAUSE = Integer.getInteger("limits.pause", 2);
    private static final int KILLS = Integer.getInteger("limits.seconds", PAUSE * (THOROUGH ? 20 : 2)) / PAUSE;
    private static final int KEYS = Integer.getInteger("limits.keys", THOROUGH ? 1_000 : 10);
    /**
     * So many tasks of a key are stored one behind the other: more than may run, and all keys together have more than the
     * processes have lanes.
     */
    private static final int BLOCK = Math.max(2 * LimitedProcess.LIMIT, 2_000 / KEYS);
    /** The pause between two checks of all keys, longer with more keys. */
    private static final int LOOK_MILLIS = Math.max(20, KEYS / 10);
    private static final Duration RECOVERED = Duration.ofMinutes(2);
    /** Tasks of a process that died have their places until they are recovered; then the key has its turn in the queue. */
    private static final Duration STARTED = RECOVERED.plusMinutes(1);

    private final int[] stored = new int[KEYS];
    private final long[] starts = new long[KEYS];
    private final long[] since = new long[KEYS];
    private int tasks;
    private long longestWait;

    private static long[] counts(Map<String, String> byKey) {
        long[] counts = new long[KEYS];
        byKey.forEach((key, count) -> counts[Integer.parseInt(key)] = Long.parseLong(count));
        return counts;
    }

    /**
     * Reads which keys have started a task, and stores more tasks for keys with few. Returns how many tasks have ended.
     */
    private long look() {
        long[] startsNow = counts(redis.hgetAll(LimitedProcess.STARTS));
        long[] ended = counts(redis.hgetAll(LimitedProcess.ENDED_OF));
        long now = System.nanoTime();
        List<Task<?>> more = new ArrayList<>();
        long sum = 0;
        for (int key = 0; key < KEYS; key++) {
            sum += ended[key];
            if (starts[key] != startsNow[key] || stored[key] == ended[key]) {
                starts[key] = startsNow[key];
                since[key] = now;
            }
            longestWait = Math.max(longestWait, now - since[key]);
            if (stored[key] - ended[key] < BLOCK / 2) {
                for (int i = 0; i < BLOCK; i++) {
                    more.add(Task.of("email", "{}").id("t" + tasks++).header("tenant", "" + key));
                }
                stored[key] += BLOCK;
            }
        }
        client.enqueueAll(more);
        return sum;
    }

    private void lookFor(Duration time) throws InterruptedException {
        for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end;) {
            look();
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Starts a process and waits until it has tasks. */
    private WorkerProcess started() throws IOException {
        WorkerProcess process = closedLater(WorkerProcess.start(LimitedProcess.class));
        await().atMost(RECOVERED).pollInterval(Duration.ofMillis(LOOK_MILLIS)).untilAsserted(() -> {
            look();
            assertThat(redis.sismember(LimitedProcess.NODES, LimitedProcess.name(process.pid()))).as(process.output())
                    .isTrue();
        });
        return process;
    }

    /** Kills a process and no longer counts its running tasks. */
    private void kill(WorkerProcess process) throws InterruptedException {
        String name = LimitedProcess.name(process.pid());
        process.kill();
        redis.sadd(LimitedProcess.DEAD, name);
        redis.hgetAll(LimitedProcess.RUNNING).forEach((task, key) -> {
            if (task.startsWith(name)) {
                redis.srem(LimitedProcess.WATCH + key, task);
                redis.hdel(LimitedProcess.RUNNING, task);
            }
        });
    }

    @Test
    void no_key_is_ever_above_its_limit_and_none_starves() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            since[key] = System.nanoTime();
        }
        Deque<WorkerProcess> processes = new ArrayDeque<>(List.of(started(), started()));
        for (int kill = 1; kill <= KILLS; kill++) {
            lookFor(Duration.ofSeconds(PAUSE));
            kill(processes.remove());
            if (PAUSE < RECOVERED.toSeconds() / 2) {
                WorkerProcess.expireLeases(redis, this::look);
            }
            processes.add(started());
        }

        await().atMost(RECOVERED.multipliedBy(2)).untilAsserted(() -> assertThat(redis.bitcount(LimitedProcess.ENDED))
                .as(processes.getFirst().output()).isEqualTo(tasks));

        System.out.printf("limits of %d keys: %d tasks, %d kills, a key with tasks started none for %d ms at most%n",
                KEYS, tasks, KILLS, Duration.ofNanos(longestWait).toMillis());
        assertThat(redis.lrange(LimitedProcess.EXCESS, 0, -1)).isEmpty();
        assertThat(Duration.ofNanos(longestWait)).isLessThan(STARTED);
        await("nothing is left").untilAsserted(() -> assertThat(redis.exists(DEFAULT.pending(), DEFAULT.active(),
                DEFAULT.lease(), DEFAULT.scheduled(), DEFAULT.retry(), DEFAULT.archived())).isZero());
        await("no key is remembered").until(() -> redis.keys(DEFAULT.limits() + "*").isEmpty());
    }
}
