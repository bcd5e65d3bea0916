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

    /**
     * @return the ID of the trace that contains the attempt, for its record; {@code null} for the trace in the task's
     * headers
     */
    String traceId();

    /** The attempt is claimed: its handler has ended, or the worker no longer waits for it. */
    void handled();

    /**
     * The attempt has failed. Called before {@link #confirmed}.
     *
     * @param error the failure
     * @param counts whether it counts as a failure
     */
    void failed(Throwable error, boolean counts);

    /**
     * The outcome of the attempt is written, or can no longer be written. This is the last call.
     *
     * @param outcome the outcome; {@code null} if the tasks of a group have different ones
     */
    void confirmed(OutcomeKind outcome);
}
