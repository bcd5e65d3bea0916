package io.github.asynqee.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * In which order queues are asked for tasks (protocol section 7.4): strictly by priority, or at random so that the
 * chance to be asked first is the queue's share of the priorities.
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

    List<String> next() {
        if (fixed != null) {
            return fixed;
        }
        // weighted sampling without replacement: the smallest of exponential variates with the weights as rates is first
        Map<String, Double> arrival = new HashMap<>();
        priorities.forEach((queue, weight) -> arrival.put(queue, -Math.log(1 - random.nextDouble()) / weight));
        List<String> order = new ArrayList<>(priorities.keySet());
        order.sort(Comparator.comparing(arrival::get));
        return order;
    }
}
