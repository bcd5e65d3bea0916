package io.github.asynqee.bench.round;

import java.util.Map;
import java.util.StringJoiner;

/**
 * Whether a round counts: each task was handled exactly once and nothing else was.
 *
 * @param tasks how many there were
 * @param tally what the contender has counted
 * @param processed by how much the queues' counter of processed tasks has grown
 * @param leftBefore what was left in the queues before the round
 * @param leftAfter what is left in them now
 */
public record Verdict(int tasks, Map<String, Long> tally, long processed, String leftBefore, String leftAfter) {

    /** @return why the round does not count, or empty */
    public String fault() {
        StringJoiner faults = new StringJoiner("; ");
        long lost = tasks - tally.getOrDefault("distinct", 0L);
        if (lost != 0) {
            faults.add(lost + " of " + tasks + " tasks not handled");
        }
        if (tally.getOrDefault("duplicates", 0L) != 0) {
            faults.add(tally.get("duplicates") + " handled again");
        }
        if (tally.getOrDefault("strangers", 0L) != 0) {
            faults.add(tally.get("strangers") + " handled that are no tasks of this round");
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
}
