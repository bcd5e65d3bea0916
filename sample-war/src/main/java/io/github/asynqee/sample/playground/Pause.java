package io.github.asynqee.sample.playground;

/**
 * A payload: {@code {"ms": 400}}.
 *
 * @param ms how long
 */
public record Pause(long ms) {}
