package io.github.asynqee.internal.feature.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;

/** When a node looks at the keys of limits, and how much it checks then. */
class LimitWatchTest {

    private static final LimitRule RULE = new LimitRule(
            Limit.of("limit", "queue", 0, new Limit.Rate(1, Duration.ofMillis(20))));

    private final List<Integer> checkedFrom = new ArrayList<>();
    private final List<String> ready = new ArrayList<>();
    private long nanos;
    private int readyKeys;

    /** In each queue the next look is due in 20 ms, and the next check begins 500 tasks later. */
    private final LimitCommands commands = new LimitCommands() {

        @Override
        public LimitLook look(String queue, List<LimitRule> rules, int from) {
            checkedFrom.add(from);
            return new LimitLook(readyKeys, Duration.ofMillis(20), from < 0 ? from : from + 500, 3);
        }

        @Override
        public List<String> unattended(Collection<String> queues) {
            throw new AssertionError("without limits");
        }

        @Override
        public boolean sharesSemaphores() {
            return true;
        }

        @Override
        public void addListener(BiConsumer<String, Duration> listener) {
            throw new AssertionError("the worker adds it");
        }

        @Override
        public void removeListener(BiConsumer<String, Duration> listener) {
            throw new AssertionError("the worker removes it");
        }
    };

    @Test
    void tasks_that_run_are_checked_once_in_a_second_however_often_keys_open() {
        Map<String, Integer> postponed = new HashMap<>();
        LimitWatch watch = new LimitWatch(commands, () -> Map.of("default", List.of(RULE)), queue -> true,
                (queue, tasks) -> postponed.merge(queue, tasks, Integer::sum), ready::add, () -> nanos);

        for (int run = 0; run < 100; run++) {
            assertThat(watch.runOnce()).isEqualTo(Duration.ofMillis(20));
            nanos += Duration.ofMillis(20).toNanos();
        }

        assertThat(checkedFrom).hasSize(100);
        assertThat(postponed).isEqualTo(Map.of("default", 300));
        assertThat(checkedFrom.stream().filter(from -> from != LimitCommands.UNCHECKED)).containsExactly(0, 500);
    }

    @Test
    void who_dequeues_is_told_of_keys_that_are_ready() {
        LimitWatch watch = new LimitWatch(commands, () -> Map.of("default", List.of(RULE)), queue -> true,
                (queue, tasks) -> {},
                ready::add, () -> nanos);
        watch.runOnce();
        assertThat(ready).isEmpty();

        watch.accept("default", Duration.ofSeconds(1));
        assertThat(ready).isEmpty();
        watch.accept("default", Duration.ZERO);
        readyKeys = 2;
        watch.runOnce();

        assertThat(ready).containsExactly("default", "default");
    }
}
