package io.github.asynqee.messaging.internal.transactions;

import java.util.Map;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.messaging.internal.config.OutboxConfig;

/**
 * The target of an outbox: its Redis, and the configuration.
 *
 * @param config its database
 * @param broker the Redis in which its tasks are stored
 * @param durability the durability to reach before rows are deleted
 * @param shards number of shards by queue, for queues with shards
 * @param threads creates its thread
 */
public record OutboxTarget(OutboxConfig config, Broker broker, Durability durability, Map<String, Integer> shards,
        ThreadFactory threads) {}
