package io.github.asynqee.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class WorkerStatisticsTest {

    private final WorkerStatistics statistics = new WorkerStatistics();

    @Test
    void what_is_taken_is_not_taken_twice() {
        statistics.of("default", "a").ended(false);
        statistics.of("default", "a").ended(true);
        statistics.of("default", "a").running().count(5_000_000);

        TypeNumbers numbers = statistics.take().get("default").get(0);
        assertThat(numbers.type()).isEqualTo("a");
        assertThat(numbers.processed()).isEqualTo(2);
        assertThat(numbers.failed()).isEqualTo(1);
        assertThat(numbers.running()[DurationBuckets.of(5_000_000)]).isEqualTo(1);
        assertThat(statistics.take()).isEmpty();
    }

    @Test
    void types_beyond_the_maximum_share_one() {
        for (int i = 0; i < WorkerStatistics.MAX_TYPES + 50; i++) {
            statistics.of("default", "type-" + i).ended(false);
        }

        List<TypeNumbers> taken = statistics.take().get("default");
        assertThat(taken).hasSize(WorkerStatistics.MAX_TYPES + 1)
                .filteredOn(numbers -> numbers.type().equals(WorkerStatistics.OTHER)).singleElement()
                .extracting(TypeNumbers::processed).isEqualTo(50L);
    }

    @Test
    void nothing_is_lost_between_threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int t = 0; t < 4; t++) {
            pool.execute(() -> {
                for (int i = 0; i < 50_000; i++) {
                    statistics.of("default", "a").running().count(i);
                }
            });
        }
        pool.shutdown();
        long sum = 0;
        boolean ended;
        do {
            ended = pool.awaitTermination(1, TimeUnit.MILLISECONDS);
            sum += statistics.take().getOrDefault("default", List.of()).stream()
                    .mapToLong(numbers -> Arrays.stream(numbers.running()).sum()).sum();
        } while (!ended);

        assertThat(sum).isEqualTo(200_000);
        assertThat(statistics.take()).isEqualTo(Map.of());
    }
}
