package io.github.asynqee.bench.round;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Checks exact delivery: a round counts only if each task was handled, or enqueued, exactly once and nothing else
 * was.
 */
public final class RoundCheck {

    private RoundCheck() {}

    /**
     * Checks a round in which tasks were handled.
     *
     * @param tasks the number of tasks
     * @param summary the counts of the subject
     * @param processed by how much the queues' counter of processed tasks has grown
     * @param leftBefore the contents of the queues before the round
     * @param leftAfter the contents of the queues after the round
     * @return why the round is void, or an empty text
     */
    public static String handled(int tasks, Map<String, Long> summary, long processed, String leftBefore,
            String leftAfter) {
        StringJoiner faults = new StringJoiner("; ");
        long lost = tasks - summary.getOrDefault("distinct", 0L);
        if (lost != 0) {
            faults.add(lost + " of " + tasks + " tasks not handled");
        }
        if (summary.getOrDefault("duplicates", 0L) != 0) {
            faults.add(summary.get("duplicates") + " handled again");
        }
        if (summary.getOrDefault("unexpected", 0L) != 0) {
            faults.add(summary.get("unexpected") + " handled that are not tasks of this round");
        }
        if (processed != tasks) {
            faults.add("counted as processed: " + processed + " of " + tasks);
        }
        if (!leftAfter.equals(leftBefore)) {
            faults.add("left behind: " + (leftAfter.isEmpty() ? "nothing" : leftAfter)
                    + (leftBefore.isEmpty() ? "" : ", before the round: " + leftBefore));
        }
        return faults.toString();
    }

    /**
     * Checks a round in which tasks were enqueued.
     *
     * @param pending the numbers of the pending tasks
     * @param tasks how many there should be, with the numbers below
     * @return why the round is void, or an empty text
     */
    public static String enqueued(List<Integer> pending, int tasks) {
        BitSet seen = new BitSet();
        int unexpected = 0;
        for (int number : pending) {
            if (number < 0 || number >= tasks) {
                unexpected++;
            } else {
                seen.set(number);
            }
        }
        int again = pending.size() - unexpected - seen.cardinality();
        if (seen.cardinality() == tasks && again == 0 && unexpected == 0) {
            return "";
        }
        return "%d of %d tasks not enqueued, %d enqueued again, %d enqueued that are not tasks of this round"
                .formatted(tasks - seen.cardinality(), tasks, again, unexpected);
    }
}
