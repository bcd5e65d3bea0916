package io.github.asynqee.internal.broker;

import java.time.Instant;

/** What becomes of a task when its lease ends (protocol section 7.5). */
public sealed interface Outcome {

    /** It succeeded: it is deleted, or kept if its message has a retention. */
    record Done() implements Outcome {}

    /** It is not wanted any more: it is deleted even if its message has a retention. */
    record Revoke() implements Outcome {}

    /**
     * It runs again later.
     *
     * @param at when, cut to whole seconds
     * @param error why
     * @param failure whether this counts as a failed attempt
     * @param recovered whether this counts as a recovery: its worker has gone away
     */
    record Retry(Instant at, String error, boolean failure, boolean recovered) implements Outcome {

        /**
         * An attempt whose worker is there.
         *
         * @param at when, cut to whole seconds
         * @param error why
         * @param failure whether this counts as a failed attempt
         */
        public Retry(Instant at, String error, boolean failure) {
            this(at, error, failure, false);
        }

        /** @return the same, counted as a recovery */
        public Retry asRecovery() {
            return new Retry(at, error, failure, true);
        }
    }

    /**
     * It failed for good.
     *
     * @param error why
     */
    record Archive(String error) implements Outcome {}

    /** It goes back to the head of its queue at no cost. */
    record Requeue() implements Outcome {}
}
