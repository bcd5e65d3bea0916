package io.github.asynqee.internal.metrics;

import java.util.Locale;

/** How an attempt ended; the values of {@link Label#OUTCOME}. */
public enum OutcomeKind {
    /** It succeeded. */
    DONE,
    /** It is retried later. */
    RETRY,
    /** It failed permanently. */
    ARCHIVE,
    /** The task was deleted because it is no longer wanted. */
    REVOKE,
    /** It was requeued without using a retry. */
    REQUEUE,
    /** No outcome was written: the lease was lost, or Redis could not be reached in time. */
    LOST;

    /** @return the value of the label */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
