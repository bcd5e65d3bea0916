package io.github.asynqee.sample.playground;

/**
 * A payload: {@code {"times": 2}}.
 *
 * @param times how often the task fails before it succeeds
 */
public record Failures(int times) {}
