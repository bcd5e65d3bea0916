package io.github.asynqee.messaging.internal.transactions;

import java.util.Map;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.messaging.internal.config.OutboxConfig;

/**
 * What an outbox is connected with.
 *
 * @param config its database
 * @param broker the Redis in which its tasks are stored
 * @param durability where they must be before their rows are deleted
 * @param shards queue to number of shards, of those with shards
 * @param threads makes its thread
 */
public record OutboxTarget(OutboxConfig config, Broker broker, Durability durability, Map<String, Integer> shards,
        ThreadFactory threads) {}
