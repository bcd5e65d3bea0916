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
 * In which shard of its queue a row is stored: always in that of its key, lock, group or ID. The record is read each time, so
 * that no relay knows fewer shards than the one before it.
 */
final class OutboxShards {

    private static final Shards NONE = new Shards(1, 1);

    private final ShardRegistry registry;
    private final Map<String, Integer> configured;

    /**
     * @param registry the record in Redis
     * @param configured queue to number of shards, of those with shards
     */
    OutboxShards(ShardRegistry registry, Map<String, Integer> configured) {
        this.registry = registry;
        this.configured = Map.copyOf(configured);
    }

    /**
     * The shards of a queue.
     *
     * @throws BrokerException if the record cannot be read
     */
    Shards of(String queue) {
        Integer count = configured.get(queue);
        return count == null ? NONE : registry.declare(queue, count, Declared.KEEP);
    }

    /** A task in its shard. */
    static NewTask placed(NewTask task, Shards shards) {
        TaskMessage message = task.message();
        String queue = shards.count() == 1 ? message.queue()
                : Shards.name(message.queue(), shards.of(ShardKey.textOf(message)));
        return message.queue().equals(queue) ? task
                : task.inQueue(queue);
    }
}
