package io.github.asynqee.internal.broker;

import java.time.Instant;

/**
 * A group in which tasks wait.
 *
 * @param name the group's name
 * @param size how many tasks
 * @param oldest when the first of them joined
 * @param newest when the last of them joined
 */
public record WaitingGroup(String name, int size, Instant oldest, Instant newest) {}
