package io.github.asynqee.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

class DurationBucketsTest {

    @Test
    void an_estimate_is_wrong_by_at_most_19_percent() {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        for (int i = 0; i < 100_000; i++) {
            long nanos = (long) Math.pow(10, 3.1 + 11.9 * random.nextDouble());
            // whole microseconds are measured
            double share = (double) DurationBuckets.estimate(DurationBuckets.of(nanos)).toNanos()
                    / (nanos / 1_000 * 1_000);
            assertThat(share).as(() -> Duration.ofNanos(nanos).toString()).isBetween(0.81, 1.1893);
        }
    }

    @Test
    void buckets_grow_with_the_duration() {
        int before = -1;
        for (int bucket = 1; bucket < DurationBuckets.COUNT; bucket++) {
            int found = DurationBuckets.of(DurationBuckets.estimate(bucket).toNanos());
            assertThat(found).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(bucket);
            before = found;
        }
        assertThat(before).isEqualTo(DurationBuckets.COUNT - 1);
    }

    @Test
    void extreme_durations_have_a_bucket() {
        assertThat(DurationBuckets.of(-5)).isZero();
        assertThat(DurationBuckets.of(0)).isZero();
        assertThat(DurationBuckets.of(999)).isZero();
        assertThat(DurationBuckets.of(1_000)).isEqualTo(1);
        assertThat(DurationBuckets.of(Long.MAX_VALUE)).isEqualTo(DurationBuckets.COUNT - 1);
    }
}
