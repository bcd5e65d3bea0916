package io.github.asynqee.inspect;

/**
 * A group with waiting tasks.
 *
 * @param group the group's name
 * @param size the number of tasks that wait in it; staged ones do not count
 */
public record GroupInfo(String group, int size) {}
