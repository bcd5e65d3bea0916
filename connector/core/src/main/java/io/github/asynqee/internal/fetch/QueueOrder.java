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

    /** The order of some queues. */
    List<String> of(Collection<String> queues) {
        if (fixed != null) {
            return fixed.stream().filter(queues::contains).toList();
        }
        if (queues.size() == 1) {
            return List.copyOf(queues);
        }
        // weighted sampling without replacement: the smallest of exponential variates with the weights as rates is first
        Map<String, Double> arrival = new HashMap<>();
        queues.forEach(queue -> arrival.put(queue, -Math.log(1 - random.nextDouble()) / priorities.get(queue)));
        List<String> order = new ArrayList<>(queues);
        order.sort(Comparator.comparing(arrival::get));
        return order;
    }

    /**
     * How many of the tasks that can be taken a queue may give, if others may give some too: as many as are its share of
     * the priorities, rounded at random so that it is right on average; all of them if priorities are strict.
     *
     * @param tasks how many can be taken
     * @param queue the queue
     * @param rivals the other queues that may give some
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
