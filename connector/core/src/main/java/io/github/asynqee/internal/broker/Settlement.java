package io.github.asynqee.internal.broker;

/**
 * A lease and the outcome to write.
 *
 * @param lease the lease
 * @param outcome the outcome
 */
public record Settlement(Lease lease, Outcome outcome) {}
