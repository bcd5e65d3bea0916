package io.github.asynqee.internal.fetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * The order in which queues are polled (protocol section 7.4): strictly by priority, or at random, where the
 * probability of a queue to be first is its share of the priorities. The shards of a logical queue have one place in this
 * order, and within it a random order.
 */
final class QueueOrder {

    /** Logical queue to priority. */
    private final Map<String, Integer> priorities = new LinkedHashMap<>();
    private final UnaryOperator<String> logical;
    private final Random random;
    private final List<String> fixed;

    QueueOrder(Map<String, Integer> priorities, UnaryOperator<String> logical, boolean strict, Random random) {
        priorities.forEach((queue, priority) -> this.priorities.merge(logical.apply(queue), priority, Math::max));
        this.logical = logical;
        this.random = random;
        List<String> queues = new ArrayList<>(this.priorities.keySet());
        if (strict) {
            Collections.shuffle(queues, random);
            queues.sort(Comparator.comparing(this.priorities::get).reversed());
        }
        this.fixed = strict || queues.size() == 1 ? List.copyOf(queues) : null;
    }

    /** Orders the given queues. */
    List<String> of(Collection<String> queues) {
        if (queues.size() == 1) {
            return List.copyOf(queues);
        }
        Map<String, List<String>> shards = new LinkedHashMap<>();
        queues.forEach(queue -> shards.computeIfAbsent(logical.apply(queue), q -> new ArrayList<>()).add(queue));
        List<String> order = new ArrayList<>();
        for (String queue : ofLogical(shards.keySet())) {
            List<String> some = shards.get(queue);
            Collections.shuffle(some, random);
            order.addAll(some);
        }
        return order;
    }

    private List<String> ofLogical(Collection<String> queues) {
        if (fixed != null) {
            return fixed.stream().filter(queues::contains).toList();
        }
        // weighted sampling without replacement: orders exponential variates whose rates are the weights
        Map<String, Double> arrival = new HashMap<>();
        queues.forEach(queue -> arrival.put(queue, -Math.log(1 - random.nextDouble()) / priorities.get(queue)));
        List<String> order = new ArrayList<>(queues);
        order.sort(Comparator.comparing(arrival::get));
        return order;
    }

    /**
     * The number of tasks to take from a queue while other queues may have tasks for the same channel: its share of the
     * priorities, rounded at random so that the average is exact; all of them if priorities are strict.
     *
     * @param tasks number of tasks that can be taken
     * @param queue the queue; of a shard the share of its logical queue
     * @param rivals the other queues that may have tasks
     */
    int share(int tasks, String queue, List<String> rivals) {
        if (fixed != null || rivals.isEmpty()) {
            return tasks;
        }
        String own = logical.apply(queue);
        int weight = priorities.get(own);
        double share = (double) tasks * weight / (weight + rivals.stream().map(logical).distinct()
                .filter(rival -> !rival.equals(own)).mapToInt(priorities::get).sum());
        int whole = (int) share;
        return random.nextDouble() < share - whole ? whole + 1 : whole;
    }
}
