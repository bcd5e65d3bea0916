package io.github.asynqee.internal.fetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The order in which queues are polled (protocol section 7.4): strictly by priority, or at random, where the
 * probability of a queue to be first is its share of the priorities.
 */
final class QueueOrder {

    private final Map<String, Integer> priorities;
    private final Random random;
    private final List<String> fixed;

    QueueOrder(Map<String, Integer> priorities, boolean strict, Random random) {
        this.priorities = priorities;
        this.random = random;
        List<String> queues = new ArrayList<>(priorities.keySet());
        if (strict) {
            Collections.shuffle(queues, random);
            queues.sort(Comparator.comparing(priorities::get).reversed());
        }
        this.fixed = strict || queues.size() == 1 ? List.copyOf(queues) : null;
    }

    /** Orders the given queues. */
    List<String> of(Collection<String> queues) {
        if (fixed != null) {
            return fixed.stream().filter(queues::contains).toList();
        }
        if (queues.size() == 1) {
            return List.copyOf(queues);
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
     * @param queue the queue
     * @param rivals the other queues that may have tasks
     */
    int share(int tasks, String queue, List<String> rivals) {
        if (fixed != null || rivals.isEmpty()) {
            return tasks;
        }
        int weight = priorities.get(queue);
        double share = (double) tasks * weight / (weight + rivals.stream().mapToInt(priorities::get).sum());
        int whole = (int) share;
        return random.nextDouble() < share - whole ? whole + 1 : whole;
    }
}
