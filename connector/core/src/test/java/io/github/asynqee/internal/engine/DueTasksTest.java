package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks run when they are due, not at the next check. */
class DueTasksTest extends WorkerTest {

    private static final Duration SOON = Duration.ofSeconds(1);

    @BeforeEach
    void looksSeldom() {
        config.delayedTaskCheckInterval(Duration.ofHours(1));
    }

    @Test
    void what_this_process_schedules_is_known_at_once() throws Exception {
        channel("default", 1, delivery -> {});
        start();
        enqueue("now");
        awaitHandled("now");

        client.enqueue(Task.of("email:welcome", "{}").id("soon").processIn(SOON));

        awaitHandled("soon");
    }

    @Test
    void what_fails_here_is_tried_again_in_time() throws Exception {
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(SOON)), delivery -> {
            if (delivery.message().retried() == 0) {
                throw new Exception("boom");
            }
        });
        start();
        enqueue("t1");

        awaitHandled("t1", "t1");
    }

    @Test
    void what_was_scheduled_before_is_known_from_redis() throws Exception {
        client.enqueue(Task.of("email:welcome", "{}").id("t1").processIn(SOON));
        channel("default", 1, delivery -> {});

        start();

        awaitHandled("t1");
    }

    @Test
    void what_others_schedule_at_short_notice_is_found_after_the_check_interval() throws Exception {
        config.delayedTaskCheckInterval(Duration.ofMillis(50));
        channel("default", 1, delivery -> {});
        start();
        enqueue("now");
        awaitHandled("now");

        DefaultAsynqClient.of(connected(TestRedis.SINGLE.url()))
                .enqueue(Task.of("email:welcome", "{}").id("soon").processIn(SOON));

        awaitHandled("soon");
    }
}
