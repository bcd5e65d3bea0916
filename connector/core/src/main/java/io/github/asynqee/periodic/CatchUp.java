package io.github.asynqee.periodic;

/**
 * Policy for missed ticks (misfires): ticks that were not enqueued in time because no scheduler ran or Redis was
 * unavailable. A tick that is late by at most 30 s is enqueued under every policy.
 */
public enum CatchUp {
    /** Missed ticks are skipped, as in asynq. */
    NONE,
    /** One task is enqueued for all missed ticks. */
    ONE,
    /** One task is enqueued for each missed tick, but only for the latest 1,000. */
    ALL
}
