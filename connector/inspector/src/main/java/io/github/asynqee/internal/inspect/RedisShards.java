package io.github.asynqee.internal.inspect;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.ShardAdministration;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import redis.clients.jedis.util.JedisClusterCRC16;

/** {@link ShardAdministration} on Redis. */
final class RedisShards implements ShardAdministration {

    private final QueueResolver queues;
    private final QueueReads reads;
    private final ShardRegistry registry;

    RedisShards(QueueResolver queues, QueueReads reads, ShardRegistry registry) {
        this.queues = queues;
        this.reads = reads;
        this.registry = registry;
    }

    @Override
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        registry.all().forEach((queue, shards) -> counts.put(queue, shards.count()));
        counts.keySet().removeIf(queue -> !queues.scope().contains(queue));
        return counts;
    }

    @Override
    public void add(String queue, int count) {
        Shards.require(count);
        int current = recorded(queue).count();
        if (count < current) {
            throw new IllegalArgumentException(
                    "queue \"" + queue + "\" has " + current + " shards: more than " + count);
        }
        registry.declare(queue, count, Declared.RAISE);
        queues.changed();
    }

    @Override
    public void spreadKeys(String queue) {
        Shards shards = recorded(queue);
        for (QueueInfo info : reads.infos(queues.existing(Shards.names(queue, shards.count())), (keys, error) -> {
            throw error;
        })) {
            if (info.size() > 0) {
                throw new QueueStateException(
                        "queue \"" + queue + "\" is not empty: shard \"" + info.queue() + "\" has "
                                + info.size() + " tasks");
            }
        }
        registry.spreadKeys(queue);
    }

    private Shards recorded(String queue) {
        Shards shards = registry.find(List.of(queues.require(queue)), (damaged, error) -> {
            throw error;
        }).get(queue);
        if (shards == null) {
            throw new QueueNotFoundException("queue \"" + queue + "\" has no shards");
        }
        return shards;
    }

    @Override
    public int clusterSlot(String queue) {
        return JedisClusterCRC16.getSlot(queues.shard(queue).pending());
    }
}
