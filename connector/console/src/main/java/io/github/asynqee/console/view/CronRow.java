package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

/**
 * A periodic entry.
 *
 * @param controllable whether it can be paused and resumed from here
 */
public record CronRow(String id, String spec, String type, String queue, String payload, List<String> options,
        Instant next, Instant previous, boolean paused, boolean controllable) {}
