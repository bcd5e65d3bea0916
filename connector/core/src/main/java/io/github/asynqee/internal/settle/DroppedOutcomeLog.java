package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reports outcomes that were given up: the first ones of an outage of a queue each, the others as a number when it is over.
 */
public final class DroppedOutcomeLog {

    private static final Logger LOG = System.getLogger(DroppedOutcomeLog.class.getName());
    private static final int MAX_TOLD = 10;

    /** How many of each queue were given up in the outage that lasts. */
    private final Map<String, Integer> lost = new HashMap<>();

    /** Adds one of a queue. */
    void add(String queue, Supplier<String> report) {
        LOG.log(lost.merge(queue, 1, Integer::sum) <= MAX_TOLD ? Level.ERROR : Level.DEBUG, report);
    }

    /** An outcome of a queue was written. */
    void over(String queue) {
        Integer count = lost.remove(queue);
        if (count != null) {
            tellOthers(queue, count);
        }
    }

    /** None will be written any more. */
    void end() {
        lost.forEach(DroppedOutcomeLog::tellOthers);
        lost.clear();
    }

    private static void tellOthers(String queue, int count) {
        if (count > MAX_TOLD) {
            LOG.log(Level.ERROR, "{0} more outcomes of queue {1} were not written; the tasks will be recovered and run "
                    + "again", count - MAX_TOLD, queue);
        }
    }
}
