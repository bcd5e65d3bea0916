package io.github.asynqee.sample.playground;

/**
 * A payload: {@code {"fail": true}}.
 *
 * @param fail whether something goes wrong after the write
 */
public record Booking(boolean fail) {}
