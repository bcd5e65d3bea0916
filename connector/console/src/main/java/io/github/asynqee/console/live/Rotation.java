package io.github.asynqee.console.live;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the queues that a reading counts. Up to half of the commands go to viewed queues, then queues with findings,
 * then queues with the most tasks; the other commands go to the queues whose last attempt is oldest.
 */
final class Rotation {

    private Rotation() {}

    static Collection<CachedQueue> choose(Collection<CachedQueue> queues, Set<String> viewed, long commands) {
        long cost = queues.stream().mapToLong(CachedQueue::countingCost).sum();
        if (cost <= commands) {
            return queues;
        }
        Comparator<CachedQueue> urgency = Comparator.comparingInt((CachedQueue queue) -> rank(queue, viewed))
                .thenComparing(Comparator.comparingLong(CachedQueue::backlog).reversed());
        Budget half = new Budget(commands / 2);
        List<CachedQueue> hot = half.take(queues.stream()
                .filter(queue -> viewed.contains(queue.name()) || !queue.findings().isEmpty() || queue.backlog() > 0)
                .sorted(urgency), CachedQueue::countingCost);
        Set<CachedQueue> chosen = new LinkedHashSet<>(hot);
        Budget rest = new Budget(commands - commands / 2 + half.left());
        chosen.addAll(rest.take(queues.stream().filter(queue -> !chosen.contains(queue))
                .sorted(Comparator.comparing(CachedQueue::attemptedAt)), CachedQueue::countingCost));
        return chosen;
    }

    private static int rank(CachedQueue queue, Set<String> viewed) {
        return viewed.contains(queue.name()) ? 0 : !queue.findings().isEmpty() ? 1 : 2;
    }
}
