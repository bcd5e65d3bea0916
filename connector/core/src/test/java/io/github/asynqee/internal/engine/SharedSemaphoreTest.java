package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Tasks of several queues share a semaphore of asynq's package x/rate with each other and with other programs. */
class SharedSemaphoreTest extends WorkerTest {

    private static final String KEY = "asynq:sema:stripe";

    private Channel limited(int running, TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig("limited", Map.of("default", 1, "other", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))))
                .withLimit(Limit.of("sema:stripe", "queue", running, null)));
        HandlerLane.open(channel, 6, handler, pool);
        return channel;
    }

    private long now() {
        return Long.parseLong(redis.time().get(0));
    }

    private static Task<String> task(String id, String queue) {
        return Task.of("charge", "{}").id(id).queue(queue);
    }

    @Test
    void no_more_tasks_of_all_queues_and_programs_run_than_the_semaphore_has_tokens() {
        redis.zadd(KEY, now() + 60, "of-another-program");
        redis.zadd(KEY, now() - 60, "over");
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        worker = start(broker, List.of(limited(2, delivery -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            handled.add(delivery.message().id());
            mayEnd.acquire();
            running.decrementAndGet();
        })));
        client.enqueueAll(List.of(task("a1", "default"), task("a2", "default"), task("a3", "default"),
                task("b1", "other"), task("b2", "other"), task("b3", "other")));

        await("the others wait").until(
                () -> redis.zcard(DEFAULT.scheduled()) + redis.zcard("asynq:{other}:scheduled") == 5);
        await("the one with the token starts").until(() -> handled.size() == 1);
        assertThat(redis.zrange(KEY, 0, -1)).containsExactlyInAnyOrder("of-another-program", handled.peek());
        redis.zrem(KEY, "of-another-program");
        await("the token of the other program is taken").until(() -> handled.size() == 2);
        mayEnd.release(6);
        await().until(() -> handled.size() == 6);
        awaitIdle();
        assertThat(most).hasValue(2);
        await("all tokens are given back").until(() -> !redis.exists(KEY));
    }

    @Test
    void a_token_is_held_until_the_attempt_must_end() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        worker = start(broker, List.of(limited(9, delivery -> {
            handled.add(delivery.message().id());
            mayEnd.acquire();
        })));
        long before = now();
        client.enqueueAll(List.of(task("timeout", "default").timeout(Duration.ofSeconds(100)),
                task("deadline", "default").deadline(Instant.ofEpochSecond(before + 50)),
                task("both", "default").timeout(Duration.ofSeconds(100))
                        .deadline(Instant.ofEpochSecond(before + 5_000))));

        await().until(() -> handled.size() == 3);
        assertThat(redis.zscore(KEY, "timeout")).isBetween(before + 100d, now() + 100d);
        assertThat(redis.zscore(KEY, "deadline")).isEqualTo(before + 50d);
        assertThat(redis.zscore(KEY, "both")).isBetween(before + 100d, now() + 100d);
        mayEnd.release(3);
    }

    @Test
    void the_token_of_a_task_whose_worker_died_is_given_back_without_its_lease() {
        redis.zadd(KEY, now() + 3_600, "dead");
        redis.zadd(DEFAULT.limitsRunning(), 0, "sema:stripe \0dead");
        worker = start(broker, List.of(limited(1, delivery -> handled.add(delivery.message().id()))));

        client.enqueue(task("a", "default"));

        await().until(() -> handled.contains("a"));
    }

    @Test
    void a_cluster_is_refused() {
        List<Channel> limited = List.of(limited(1, delivery -> {}));

        assertThatThrownBy(() -> new Worker(connected(TestRedis.CLUSTER.url()), config.build(), limited))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("channel limited has the limit sema:stripe, a semaphore, which needs a single");
    }
}
