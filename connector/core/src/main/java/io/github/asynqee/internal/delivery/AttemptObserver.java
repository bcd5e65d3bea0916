package io.github.asynqee.internal.delivery;

import io.github.asynqee.internal.metrics.OutcomeKind;

/** Observes the end of one attempt, on any thread. Its methods throw nothing. */
public interface AttemptObserver {

    /** Observes nothing. */
    AttemptObserver NONE = new AttemptObserver() {
        @Override
        public String traceId() {
            return null;
        }

        @Override
        public void handled() {
            // not of interest
        }

        @Override
        public void failed(Throwable error, boolean counts) {
            // not of interest
        }

        @Override
        public void confirmed(OutcomeKind outcome) {
            // not of interest
        }
    };

    /** @return the trace that has the attempt, for its record; {@code null} for that of the task's headers */
    String traceId();

    /** The attempt is claimed: its handler has ended, or is waited for no longer. */
    void handled();

    /**
     * It has failed. Called before {@link #confirmed}.
     *
     * @param error the failure
     * @param counts whether it counts as a failure
     */
    void failed(Throwable error, boolean counts);

    /**
     * Its outcome is written, or can no longer be written. This is the last call.
     *
     * @param outcome the outcome; {@code null} if the tasks of a group have different ones
     */
    void confirmed(OutcomeKind outcome);
}
