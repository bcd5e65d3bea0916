package io.github.asynqee.internal.broker;

/**
 * A lease that is to end, and how.
 *
 * @param lease the lease
 * @param outcome what becomes of the task
 */
public record Settlement(Lease lease, Outcome outcome) {}
