package io.github.asynqee.transactions.internal.outbox;

import java.util.Map;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.client.ShardKey;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;

/**
 * Chooses the shard of its queue for each row, by the task's key, lock, group or ID. Reads the number of shards from
 * Redis each time, so that a relay never works with fewer shards than an earlier relay.
 */
final class OutboxShards {

    private static final Shards NONE = new Shards(1, 1);

    private final ShardRegistry registry;
    private final Map<String, Integer> configured;

    /**
     * @param registry the numbers of shards in Redis
     * @param configured number of shards by queue, for queues with shards
     */
    OutboxShards(ShardRegistry registry, Map<String, Integer> configured) {
        this.registry = registry;
        this.configured = Map.copyOf(configured);
    }

    /**
     * The shards of a queue.
     *
     * @throws BrokerException if the number of shards cannot be read
     */
    Shards of(String queue) {
        Integer count = configured.get(queue);
        return count == null ? NONE : registry.declare(queue, count, Declared.KEEP);
    }

    /** Returns the task with its queue replaced by the shard. */
    static NewTask placed(NewTask task, Shards shards) {
        TaskMessage message = task.message();
        String queue = shards.count() == 1 ? message.queue()
                : Shards.name(message.queue(), shards.of(ShardKey.textOf(message)));
        return message.queue().equals(queue) ? task
                : task.inQueue(queue);
    }
}
