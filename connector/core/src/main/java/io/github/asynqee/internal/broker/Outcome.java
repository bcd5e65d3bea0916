package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.metrics.OutcomeKind;

/** Outcome of an attempt, written when its lease ends (protocol section 7.5). */
public sealed interface Outcome {

    /** @return the kind under which it is counted */
    OutcomeKind kind();

    /** @return whether the daily counters count it as a failure */
    default boolean isFailure() {
        return this instanceof Archive || this instanceof Retry retry && retry.failure();
    }

    /** @return whether the daily counters count it as processed */
    default boolean isCounted() {
        return isFailure() || this instanceof Done || this instanceof Revoke;
    }

    /** The task succeeded: it is deleted, or kept if its message has a retention. */
    record Done() implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.DONE;
        }
    }

    /** The task is no longer wanted: it is deleted even if its message has a retention. */
    record Revoke() implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.REVOKE;
        }
    }

    /**
     * The task is retried later.
     *
     * @param at the time of the retry, cut to whole seconds
     * @param error the reason
     * @param failure whether the attempt counts as a failure
     * @param recovered whether this counts as a recovery, that is, the worker died
     */
    record Retry(Instant at, String error, boolean failure, boolean recovered) implements Outcome {

        /**
         * A retry that is not a recovery.
         *
         * @param at the time of the retry, cut to whole seconds
         * @param error the reason
         * @param failure whether the attempt counts as a failure
         */
        public Retry(Instant at, String error, boolean failure) {
            this(at, error, failure, false);
        }

        /** @return the same retry, counted as a recovery */
        public Retry asRecovery() {
            return new Retry(at, error, failure, true);
        }

        @Override
        public OutcomeKind kind() {
            return OutcomeKind.RETRY;
        }
    }

    /**
     * The task failed permanently and is archived.
     *
     * @param error the reason
     * @param unlessAdvanced whether the task stays unchanged if its checkpoint has advanced since its last recovery
     */
    record Archive(String error, boolean unlessAdvanced) implements Outcome {

        /** The task is archived in any case. */
        public Archive(String error) {
            this(error, false);
        }

        @Override
        public OutcomeKind kind() {
            return OutcomeKind.ARCHIVE;
        }
    }

    /**
     * The task is requeued without using up a retry.
     *
     * @param behindOthers whether it goes to the end of its queue instead of its head
     * @param closed how long the task's key of a limit is paused, so that none of its tasks starts; zero if the key is
     *        not paused
     */
    record Requeue(boolean behindOthers, Duration closed) implements Outcome {

        /** Requeues the task at the head of its queue. */
        public Requeue() {
            this(false);
        }

        /**
         * Requeues the task without pausing its key.
         *
         * @param behindOthers whether it goes to the end of its queue instead of its head
         */
        public Requeue(boolean behindOthers) {
            this(behindOthers, Duration.ZERO);
        }

        /**
         * Requeues the task at the head of its queue, where it waits until its key is no longer paused.
         *
         * @param closed how long the task's key of a limit is paused
         */
        public Requeue(Duration closed) {
            this(false, closed);
        }

        @Override
        public OutcomeKind kind() {
            return OutcomeKind.REQUEUE;
        }
    }
}
