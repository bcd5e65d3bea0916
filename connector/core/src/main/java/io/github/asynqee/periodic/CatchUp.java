package io.github.asynqee.periodic;

import io.github.asynqee.internal.cron.PeriodicScheduler;

/**
 * What becomes of ticks that nobody enqueued in time, because no node ran or Redis was away. Ticks missed by no more than
 * {@link PeriodicScheduler#TOLERANCE} are enqueued in any case.
 */
public enum CatchUp {
    /** They are skipped, as with asynq. */
    NONE,
    /** One task is enqueued for all that were missed. */
    ONE,
    /** One task is enqueued for each, at most {@link PeriodicScheduler#MAX_MISSED}. */
    ALL
}
