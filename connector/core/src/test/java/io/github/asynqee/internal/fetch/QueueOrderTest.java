package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

class QueueOrderTest {

    private static final Map<String, Integer> PRIORITIES = Map.of("critical", 6, "default", 3, "low", 1);

    @Test
    void the_chance_to_be_first_is_the_share_of_the_priorities() {
        QueueOrder order = new QueueOrder(PRIORITIES, false, new Random(1));

        Map<List<String>, Integer> drawn = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            drawn.merge(order.of(PRIORITIES.keySet()), 1, Integer::sum);
        }

        assertThat(share(drawn, 0, "critical")).isEqualTo(0.6, within(0.01));
        assertThat(share(drawn, 0, "default")).isEqualTo(0.3, within(0.01));
        assertThat(share(drawn, 0, "low")).isEqualTo(0.1, within(0.01));
        // second, given the first: without replacement
        assertThat(share(drawn, "critical", "default")).isEqualTo(0.6 * 3 / 4, within(0.01));
        assertThat(share(drawn, "low", "critical")).isEqualTo(0.1 * 6 / 9, within(0.01));
    }

    private static double share(Map<List<String>, Integer> drawn, int position, String queue) {
        return drawn.entrySet().stream().filter(e -> e.getKey().get(position).equals(queue))
                .mapToInt(Map.Entry::getValue).sum() / 100_000.0;
    }

    private static double share(Map<List<String>, Integer> drawn, String first, String second) {
        return drawn.entrySet().stream().filter(e -> e.getKey().subList(0, 2).equals(List.of(first, second)))
                .mapToInt(Map.Entry::getValue).sum() / 100_000.0;
    }

    @Test
    void every_queue_is_asked_each_time() {
        QueueOrder order = new QueueOrder(PRIORITIES, false, new Random(1));

        for (int i = 0; i < 1_000; i++) {
            assertThat(order.of(PRIORITIES.keySet())).containsExactlyInAnyOrder("critical", "default", "low");
        }
    }

    @Test
    void large_weights_cost_nothing_and_count_as_they_are() {
        QueueOrder order = new QueueOrder(Map.of("a", 1_000_000_000, "b", 1), false, new Random(1));

        for (int i = 0; i < 1_000; i++) {
            assertThat(order.of(List.of("a", "b"))).containsExactly("a", "b");
        }
    }

    @Test
    void strict_order_is_by_priority_always() {
        QueueOrder order = new QueueOrder(PRIORITIES, true, new Random(1));

        for (int i = 0; i < 100; i++) {
            assertThat(order.of(PRIORITIES.keySet())).containsExactly("critical", "default", "low");
        }
    }

    @Test
    void strict_order_of_equals_is_random_once_and_then_fixed() {
        Map<String, Integer> equal = Map.of("a", 1, "b", 1, "top", 2);
        Set<List<String>> seen = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            QueueOrder order = new QueueOrder(equal, true, new Random(seed));
            List<String> first = order.of(equal.keySet());
            assertThat(order.of(equal.keySet())).isEqualTo(first).startsWith("top");
            seen.add(first);
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void only_queues_that_are_asked_for_have_a_place() {
        assertThat(new QueueOrder(PRIORITIES, true, new Random(1)).of(Set.of("low", "critical")))
                .containsExactly("critical", "low");
        assertThat(new QueueOrder(PRIORITIES, false, new Random(1)).of(Set.of("low", "critical")))
                .containsExactlyInAnyOrder("critical", "low");
        assertThat(new QueueOrder(PRIORITIES, false, new Random(1)).of(Set.of())).isEmpty();
    }

    @Test
    void one_queue_is_one_queue() {
        assertThat(new QueueOrder(Map.of("default", 5), false, new Random(1)).of(Set.of("default")))
                .containsExactly("default");
    }

    @Test
    void a_place_has_its_share_of_the_tasks_and_all_of_them_without_rivals_or_with_strict_priorities() {
        QueueOrder order = new QueueOrder(PRIORITIES, false, new Random(1));

        assertThat(order.share(10, "critical", List.of("default", "low"))).isEqualTo(6);
        assertThat(order.share(10, "critical", List.of())).isEqualTo(10);
        assertThat(new QueueOrder(PRIORITIES, true, new Random(1)).share(10, "low", List.of("critical"))).isEqualTo(10);
        int all = 0;
        for (int i = 0; i < 100_000; i++) {
            all += order.share(1, "low", List.of("default"));
        }
        assertThat(all / 100_000.0).isEqualTo(0.25, within(0.01));
    }
}
