package io.github.asynqee.internal.metrics;

import java.util.Locale;

/** The result of an enqueue; the values of {@link Label#RESULT}. */
public enum EnqueueKind {
    /** The task was stored. */
    STORED,
    /** The ID or the uniqueness lock of the task was taken. */
    DUPLICATE,
    /** Redis refused the task, could not be reached, or did not reply. */
    FAILED;

    /** @return the value of the label */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
