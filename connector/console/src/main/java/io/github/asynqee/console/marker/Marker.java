package io.github.asynqee.console.marker;

import java.time.Instant;

/**
 * A moment that charts show as a line, for example a deployment.
 *
 * @param id its ID
 * @param at when it was
 * @param user who added it
 * @param text the description
 */
public record Marker(String id, Instant at, String user, String text) {}
