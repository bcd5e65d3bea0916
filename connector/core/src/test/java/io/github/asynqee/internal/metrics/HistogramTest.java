package io.github.asynqee.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class HistogramTest {

    private final Histogram sizes = new Histogram(NodeMetric.FETCH_SIZE);

    @Test
    void a_value_counts_in_the_first_bucket_whose_bound_it_does_not_exceed() {
        List.of(1L, 2L, 3L, 4L, 1_000L, 1_001L).forEach(sizes::record);

        Distribution read = sizes.read();

        assertThat(read.bounds()).startsWith(1, 2, 4).endsWith(512, 1_000);
        assertThat(read.counts()).startsWith(1, 1, 2, 0).endsWith(0, 1, 1).hasSize(read.bounds().length + 1);
        assertThat(read.count()).isEqualTo(6);
        assertThat(read.sum()).isEqualTo(2_011);
    }

    @Test
    void durations_are_read_in_seconds_and_negative_ones_count_as_zero() {
        Histogram durations = new Histogram(NodeMetric.PROCESS_DURATION);
        durations.record(TimeUnit.MILLISECONDS.toNanos(30));
        durations.record(-1);

        Distribution read = durations.read();

        assertThat(read.sum()).isCloseTo(0.03, within(1e-12));
        assertThat(read.counts()[0]).isEqualTo(1);
        assertThat(read.counts()[Arrays.binarySearch(read.bounds(), 0.05)]).isEqualTo(1);
    }

    @Test
    void quantiles_are_interpolated_within_their_bucket() {
        IntStream.rangeClosed(1, 100).forEach(i -> sizes.record(i <= 50 ? 3 : 20));

        assertThat(sizes.read().quantile(0.25)).isEqualTo(3);
        assertThat(sizes.read().quantile(0.5)).isEqualTo(4);
        assertThat(sizes.read().quantile(0.75)).isEqualTo(24);
    }

    @Test
    void the_quantile_is_zero_without_values_and_the_last_bound_beyond_it() {
        assertThat(sizes.read().quantile(0.99)).isZero();
        sizes.record(5_000);
        assertThat(sizes.read().quantile(0.99)).isEqualTo(1_000);
    }

    @Test
    void a_listener_receives_each_value_in_the_unit_of_the_metric() {
        List<Double> heard = new ArrayList<>();
        Histogram durations = new Histogram(NodeMetric.ROUND_TRIP);
        durations.listener(heard::add);
        durations.record(1_500_000);
        durations.listener(null);
        durations.record(7);

        assertThat(heard).containsExactly(0.0015);
        assertThat(durations.read().count()).isEqualTo(2);
    }

    @Test
    void no_value_of_concurrent_threads_is_lost() throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = IntStream.range(0, 4).mapToObj(n -> new Thread(() -> {
            try {
                begin.await();
            } catch (InterruptedException e) {
                return;
            }
            for (int i = 0; i < 50_000; i++) {
                sizes.record(i % 40);
            }
        })).toList();
        threads.forEach(Thread::start);
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(sizes.read().count()).isEqualTo(200_000);
        assertThat(sizes.read().sum()).isEqualTo(200_000 * 19.5);
    }
}
