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
 * probability of a queue to be first is its share of the priorities. A logical queue with its shards, and a pattern
 * with all queues found by it, have one name in this order.
 */
final class QueueOrder {

    private final Map<String, Integer> priorities;
    private final Random random;
    private final List<String> fixed;

    /** @param priorities name of an entry of the queue order to its priority */
    QueueOrder(Map<String, Integer> priorities, boolean strict, Random random) {
        this.priorities = Map.copyOf(priorities);
        this.random = random;
        List<String> places = new ArrayList<>(priorities.keySet());
        if (strict) {
            Collections.shuffle(places, random);
            places.sort(Comparator.comparing(priorities::get).reversed());
        }
        this.fixed = strict || places.size() == 1 ? List.copyOf(places) : null;
    }

    /** Orders the given entries. */
    List<String> of(Collection<String> places) {
        if (places.size() <= 1) {
            return List.copyOf(places);
        }
        if (fixed != null) {
            return fixed.stream().filter(places::contains).toList();
        }
        // weighted sampling without replacement: orders exponential variates whose rates are the weights
        Map<String, Double> arrival = new HashMap<>();
        places.forEach(place -> arrival.put(place, -Math.log(1 - random.nextDouble()) / priorities.get(place)));
        List<String> order = new ArrayList<>(places);
        order.sort(Comparator.comparing(arrival::get));
        return order;
    }

    /**
     * The number of tasks to take from an entry while other entries may have tasks for the same channel. It is the
     * entry's share of the priorities, rounded at random so that the average is exact. With strict priorities it is all
     * tasks.
     *
     * @param tasks number of tasks that can be taken
     * @param place the entry
     * @param rivals the other entries that may have tasks
     */
    int share(int tasks, String place, List<String> rivals) {
        if (fixed != null || rivals.isEmpty()) {
            return tasks;
        }
        int weight = priorities.get(place);
        double share = (double) tasks * weight / (weight + rivals.stream().mapToInt(priorities::get).sum());
        int whole = (int) share;
        return random.nextDouble() < share - whole ? whole + 1 : whole;
    }
}
