package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Redis that is gone or does not answer: within 5 seconds each caller gets status 503, without an address. */
class RedisGoneTest {

    private static List<String> queues(ConsoleRedis redis) {
        return redis.ask(inspector -> inspector.queues().names());
    }

    private static void assertIsUnavailable(Throwable failure, EmbeddedRedis server) {
        assertThat(failure).isNotNull();
        Problem problem = Problems.of(failure);
        assertThat(problem.status()).isEqualTo(503);
        assertThat(problem.toJson().toString()).doesNotContain(server.host(), String.valueOf(server.port()), "redis:/");
    }

    @Test
    void a_redis_that_is_gone() {
        try (EmbeddedRedis server = EmbeddedRedis.start();
                ConsoleRedis redis = new ConsoleRedis("default", server.url(), Thread::new)) {
            assertThat(queues(redis)).isEmpty();
            server.kill();

            assertIsUnavailable(catchThrowable(() -> queues(redis)), server);
            server.restart();
            assertThat(queues(redis)).isEmpty();
        }
    }

    @Test
    @Timeout(30)
    void a_redis_that_does_not_answer() {
        try (EmbeddedRedis server = EmbeddedRedis.start();
                ConsoleRedis redis = new ConsoleRedis("default", server.url(), Thread::new)) {
            assertThat(queues(redis)).isEmpty();
            server.pause();
            long start = System.nanoTime();

            assertIsUnavailable(catchThrowable(() -> queues(redis)), server);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            server.resume();
        }
    }

    @Test
    @Timeout(30)
    void more_callers_than_threads_are_refused_at_once() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (CallPool pool = new CallPool(Thread::new, Duration.ofSeconds(20))) {
            CountDownLatch running = new CountDownLatch(30);
            List<CompletableFuture<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                calls.add(CompletableFuture.supplyAsync(() -> pool.call(() -> {
                    running.countDown();
                    return end.await(20, TimeUnit.SECONDS);
                }), task -> new Thread(task).start()));
            }
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

            Throwable failure = catchThrowable(() -> pool.call(() -> true));

            assertThat(Problems.of(failure).status()).isEqualTo(503);
            end.countDown();
            for (CompletableFuture<Boolean> call : calls) {
                assertThat(call.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}
