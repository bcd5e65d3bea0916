package io.github.asynqee.internal.broker;

import java.time.Instant;

/**
 * A group that has waiting tasks.
 *
 * @param name the group's name
 * @param size the number of tasks
 * @param oldest the time at which the first of its tasks joined
 * @param newest the time at which the last of its tasks joined
 */
public record WaitingGroup(String name, int size, Instant oldest, Instant newest) {}
