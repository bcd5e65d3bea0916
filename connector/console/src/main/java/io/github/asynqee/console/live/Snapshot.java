package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.ServerDetails;

/**
 * The state of one Redis at one moment.
 *
 * @param at when it was read
 * @param queues all queues, by name
 * @param servers all servers
 * @param findings those of the last look, which is rarer
 */
record Snapshot(Instant at, List<QueueRow> queues, List<ServerDetails> servers, List<Finding> findings) {}
