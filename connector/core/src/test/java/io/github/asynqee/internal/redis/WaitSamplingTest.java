package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.internal.redis.RedisWorkerCommands.WaitSampling;
import org.junit.jupiter.api.Test;

class WaitSamplingTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2));
    private final WaitSampling sampling = new WaitSampling(nanos::get);

    private int inCalls(int calls, long millisBetween) {
        int tasks = 0;
        for (int i = 0; i < calls; i++) {
            tasks += sampling.next();
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millisBetween));
        }
        return tasks;
    }

    @Test
    void all_tasks_of_rare_calls_are_read() {
        assertThat(inCalls(100, 80)).isEqualTo(100 * WaitSampling.PER_CALL);
    }

    @Test
    void a_bounded_number_per_second_is_read_in_frequent_calls() {
        assertThat(inCalls(1_000, 1)).isBetween(WaitSampling.PER_SECOND, 2 * WaitSampling.PER_SECOND);
        assertThat(inCalls(3_000, 1)).isBetween(3 * WaitSampling.PER_SECOND - 8, 3 * WaitSampling.PER_SECOND + 8);
    }

    @Test
    void a_pause_gives_the_tasks_of_one_second_and_no_more() {
        inCalls(1_000, 1);
        nanos.addAndGet(TimeUnit.HOURS.toNanos(1));

        assertThat(inCalls(1_000, 0)).isEqualTo(WaitSampling.PER_SECOND);
    }
}
