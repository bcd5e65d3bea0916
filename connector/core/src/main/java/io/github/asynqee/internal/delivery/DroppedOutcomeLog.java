package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Logs outcomes that were dropped because they could not be written in time: for each queue the first ten of an outage
 * one by one, the others as a number when an outcome of the queue is written again.
 */
public final class DroppedOutcomeLog {

    private static final Logger LOG = System.getLogger(DroppedOutcomeLog.class.getName());
    private static final int MAX_LOGGED = 10;

    /** Queue to number of outcomes dropped since the last one was written. */
    private final Map<String, Integer> dropped = new HashMap<>();

    /** An outcome of a queue was dropped. */
    public void add(String queue, Supplier<String> report) {
        LOG.log(dropped.merge(queue, 1, Integer::sum) <= MAX_LOGGED ? Level.ERROR : Level.DEBUG, report);
    }

    /** An outcome of a queue was written. */
    public void written(String queue) {
        Integer count = dropped.remove(queue);
        if (count != null) {
            logOthers(queue, count);
        }
    }

    /** No outcome will be written any more. */
    public void end() {
        dropped.forEach(DroppedOutcomeLog::logOthers);
        dropped.clear();
    }

    private static void logOthers(String queue, int count) {
        if (count > MAX_LOGGED) {
            LOG.log(Level.ERROR, "{0} more outcomes of queue {1} were not written; the tasks will be recovered and run "
                    + "again", count - MAX_LOGGED, queue);
        }
    }
}
