package io.github.asynqee.messaging.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.interleavings.Schedules;
import org.junit.jupiter.api.Test;

/** The threads of lanes: accepted work runs, even during a stop. */
class LaneExecutorInterleavingsTest {

    @Test
    void work_beside_a_stop_runs_or_is_refused() {
        Schedules.explore(() -> {
            PooledLaneExecutor executor = new PooledLaneExecutor(Thread::new);
            executor.addLane();
            AtomicInteger ran = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            Schedules.Step work = () -> {
                try {
                    executor.execute(ran::incrementAndGet);
                } catch (RejectedExecutionException e) {
                    refused.incrementAndGet();
                }
            };
            Schedules.together(work, work, executor::addLane);
            Schedules.together(work, () -> executor.stop(Duration.ofHours(1)));
            while (ran.get() + refused.get() < 3) {
                Thread.yield();
            }
            assertThat(ran.get()).isGreaterThanOrEqualTo(2);
        });
    }
}
