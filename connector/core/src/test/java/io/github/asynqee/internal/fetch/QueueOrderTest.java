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
        QueueOrder order = new QueueOrder(PRIORITIES, q -> q, false, new Random(1));

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
        QueueOrder order = new QueueOrder(PRIORITIES, q -> q, false, new Random(1));

        for (int i = 0; i < 1_000; i++) {
            assertThat(order.of(PRIORITIES.keySet())).containsExactlyInAnyOrder("critical", "default", "low");
        }
    }

    @Test
    void large_weights_cost_nothing_and_count_as_they_are() {
        QueueOrder order = new QueueOrder(Map.of("a", 1_000_000_000, "b", 1), q -> q, false, new Random(1));

        for (int i = 0; i < 1_000; i++) {
            assertThat(order.of(List.of("a", "b"))).containsExactly("a", "b");
        }
    }

    @Test
    void strict_order_is_by_priority_always() {
        QueueOrder order = new QueueOrder(PRIORITIES, q -> q, true, new Random(1));

        for (int i = 0; i < 100; i++) {
            assertThat(order.of(PRIORITIES.keySet())).containsExactly("critical", "default", "low");
        }
    }

    @Test
    void strict_order_of_equals_is_random_once_and_then_fixed() {
        Map<String, Integer> equal = Map.of("a", 1, "b", 1, "top", 2);
        Set<List<String>> seen = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            QueueOrder order = new QueueOrder(equal, q -> q, true, new Random(seed));
            List<String> first = order.of(equal.keySet());
            assertThat(order.of(equal.keySet())).isEqualTo(first).startsWith("top");
            seen.add(first);
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void only_queues_that_are_asked_for_have_a_place() {
        assertThat(new QueueOrder(PRIORITIES, q -> q, true, new Random(1)).of(Set.of("low", "critical")))
                .containsExactly("critical", "low");
        assertThat(new QueueOrder(PRIORITIES, q -> q, false, new Random(1)).of(Set.of("low", "critical")))
                .containsExactlyInAnyOrder("critical", "low");
        assertThat(new QueueOrder(PRIORITIES, q -> q, false, new Random(1)).of(Set.of())).isEmpty();
    }

    @Test
    void one_queue_is_one_queue() {
        assertThat(new QueueOrder(Map.of("default", 5), q -> q, false, new Random(1)).of(Set.of("default")))
                .containsExactly("default");
    }

    private static final Map<String, Integer> SHARDS = Map.of("a", 3, "a~1", 3, "a~2", 3, "a~3", 3, "b", 3);

    private static String logical(String queue) {
        return queue.split("~")[0];
    }

    @Test
    void the_shards_of_a_queue_have_its_weight_together_and_take_turns() {
        QueueOrder order = new QueueOrder(SHARDS, QueueOrderTest::logical, false, new Random(1));

        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < 40_000; i++) {
            first.merge(order.of(SHARDS.keySet()).get(0), 1, Integer::sum);
        }

        assertThat(first.get("b")).isBetween(19_000, 21_000);
        assertThat(List.of(first.get("a"), first.get("a~1"), first.get("a~2"), first.get("a~3")))
                .allSatisfy(times -> assertThat(times).isBetween(4_600, 5_400));
        assertThat(order.share(10, "a~1", List.of("a", "a~2", "b"))).isEqualTo(5);
        assertThat(order.share(10, "b", List.of("a", "a~1", "a~2", "a~3"))).isEqualTo(5);
        assertThat(order.share(10, "a~1", List.of("a", "a~2"))).isEqualTo(10);
    }

    @Test
    void with_strict_priorities_shards_stay_together_and_take_turns() {
        Map<String, Integer> queues = Map.of("high", 2, "high~1", 2, "low", 1);
        QueueOrder order = new QueueOrder(queues, QueueOrderTest::logical, true, new Random(1));

        Set<List<String>> orders = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            orders.add(order.of(queues.keySet()));
        }

        assertThat(orders).containsExactlyInAnyOrder(List.of("high", "high~1", "low"),
                List.of("high~1", "high", "low"));
    }
}
