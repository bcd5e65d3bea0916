package io.github.asynqee.internal.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.redis.BrokerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PerQueueTest {

    private final Semaphore runs = new Semaphore(0);

    @Test
    void a_failure_of_a_queue_is_logged_once_and_by_its_queue_only() throws Exception {
        System.Logger logger = System.getLogger(PerQueueTest.class.getName());
        PerQueue queues = new PerQueue(logger, "queue {0} cannot be cleaned: {1}");
        try (RecordedLog log = RecordedLog.ofAll()) {
            PeriodicThread thread = PeriodicThread.every("test", Duration.ofMillis(1), Thread::new,
                    () -> queues.run(List.of("low", "high"), any -> true, queue -> {
                        runs.release();
                        if (queue.equals("low")) {
                            throw new BrokerException("WRONGTYPE", null);
                        }
                    }));
            thread.start();
            assertThat(runs.tryAcquire(10, 20, TimeUnit.SECONDS)).isTrue();
            thread.stop(Duration.ofSeconds(20));

            assertThat(log.lines()).containsExactly("queue low cannot be cleaned: WRONGTYPE");
        }
    }

    @Test
    void a_queue_that_needs_too_much_memory_does_not_delay_the_others() {
        List<String> served = new ArrayList<>();
        PerQueue queues = new PerQueue(System.getLogger(PerQueueTest.class.getName()), "{0}: {1}");

        assertThatThrownBy(() -> queues.run(List.of("large", "small"), any -> true, queue -> {
            served.add(queue);
            if (queue.equals("large")) {
                throw new OutOfMemoryError("Java heap space");
            }
        })).isInstanceOf(OutOfMemoryError.class);
        assertThat(served).containsExactly("large", "small");
    }
}
