package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In real time. */
@Timeout(60)
class PeriodicSchedulerThreadTest {

    private final AtomicReference<Thread> thread = new AtomicReference<>();

    @BeforeEach
    void clear() {
        TestRedis.SINGLE.clear();
    }

    private Thread newThread(Runnable work) {
        thread.set(new Thread(work));
        return thread.get();
    }

    @Test
    void ticks_are_enqueued_in_time_and_a_new_entry_does_not_wait() throws Exception {
        CountDownLatch two = new CountDownLatch(2);
        try (Broker broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()))) {
            PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).listener(event -> two.countDown()).build();
            PeriodicThread running = scheduler.start(this::newThread);
            scheduler.put(PeriodicTask.of("beat", "@every 1s", Task.of("beat", "x")));

            assertThat(two.await(20, TimeUnit.SECONDS)).isTrue();

            running.stop(Duration.ofSeconds(20));
            assertThat(thread.get().isAlive()).isFalse();
        }
    }

    @Test
    void a_payload_that_is_ready_is_enqueued_at_once() throws Exception {
        CountDownLatch enqueued = new CountDownLatch(1);
        List<Thread> producers = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (Broker broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()))) {
            PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).listener(event -> enqueued.countDown())
                    .payloadExecutor(work -> {
                        Thread producer = new Thread(work);
                        producers.add(producer);
                        producer.start();
                    }).build();
            PeriodicThread running = scheduler.start(this::newThread);
            scheduler.put(PeriodicTask.of("beat", "@every 1s", Task.of("beat", null)).payloads(tick -> "x"));

            // long before the next sign of life, which would come after ten seconds
            assertThat(enqueued.await(8, TimeUnit.SECONDS)).isTrue();

            running.stop(Duration.ofSeconds(20));
            assertThat(producers).isNotEmpty();
        }
    }
}
