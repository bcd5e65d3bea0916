package io.github.asynqee.console.alert;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;

/**
 * The state of one Redis at one moment.
 *
 * @param at when it was read
 * @param queues all queues
 * @param findings of the inspector, and of periodic entries
 * @param examined which queues were examined, and when
 */
public record Sample(Instant at, List<QueueRow> queues, List<Finding> findings, SampleCoverage examined) {}
