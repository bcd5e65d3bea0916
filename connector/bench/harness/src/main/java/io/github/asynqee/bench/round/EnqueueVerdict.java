package io.github.asynqee.bench.round;

import java.util.BitSet;
import java.util.List;

/**
 * Whether a round of enqueueing counts: each task is there exactly once and nothing else is.
 *
 * @param pending the numbers of the tasks that are there
 * @param tasks how many there should be: all numbers below
 */
public record EnqueueVerdict(List<Integer> pending, int tasks) {

    /** @return why the round does not count, or empty */
    public String fault() {
        BitSet seen = new BitSet();
        int strangers = 0;
        for (int number : pending) {
            if (number < 0 || number >= tasks) {
                strangers++;
            } else {
                seen.set(number);
            }
        }
        int twice = pending.size() - strangers - seen.cardinality();
        if (seen.cardinality() == tasks && twice == 0 && strangers == 0) {
            return "";
        }
        return "%d of %d tasks not enqueued, %d enqueued again, %d enqueued that are no tasks of this round"
                .formatted(tasks - seen.cardinality(), tasks, twice, strangers);
    }
}
