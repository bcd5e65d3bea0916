package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnhandledTypesTest extends WorkerTest {

    @BeforeEach
    void handleEmails() {
        channel(Map.of("default", 1), "email:", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), d -> {});
        client.enqueue(Task.of("report", "{}").id("unknown").maxRetry(0));
        client.enqueue(Task.of("email:welcome", "{}").id("known"));
    }

    @Test
    void a_task_no_worker_takes_is_put_aside_after_a_while_at_no_cost() throws Exception {
        config.returnUnhandledTypesAfter(Duration.ofSeconds(2));

        start();
        awaitHandled("known");
        awaitIdle();

        double now = System.currentTimeMillis() / 1000.0;
        assertThat(redis.zscore(DEFAULT.retry(), "unknown")).isBetween(now - 1, now + 3);
        assertThat(stored("unknown").retried()).isZero();
        assertThat(stored("unknown").errorMessage()).isEqualTo("handler not found for task \"report\"");
        assertThat(count(DEFAULT.failed())).isZero();
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void until_then_it_stays_where_it_is() throws Exception {
        config.returnUnhandledTypesAfter(Duration.ofMinutes(10));
        start();
        awaitHandled("known");

        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.active())).isFalse());
        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("unknown");
        assertThat(stored("unknown").errorMessage()).isEmpty();
    }

    @Test
    void a_task_no_channel_handles_fails_if_so_configured() throws Exception {
        config.failUnhandledTypes();

        start();
        awaitHandled("known");
        awaitIdle();

        assertThat(state("unknown")).isEqualTo("archived");
        assertThat(stored("unknown").errorMessage()).isEqualTo("handler not found for task \"report\"");
        assertThat(count(DEFAULT.failed())).isEqualTo(1);
    }

    @Test
    void a_task_no_channel_handles_reaches_the_handler_that_comes_later() throws Exception {
        config.returnUnhandledTypesAfter(Duration.ofMillis(1)).delayedTaskCheckInterval(Duration.ofMillis(20));
        start();
        awaitHandled("known");
        worker.shutdown(FIVE_SECONDS);

        channels.clear();
        channel("default", 1, delivery -> {});
        start();

        awaitHandled("unknown");
    }
}
