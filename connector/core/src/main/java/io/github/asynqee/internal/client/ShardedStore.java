package io.github.asynqee.internal.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;

/**
 * Stores tasks; those of queues with shards in one of the shards. Tasks without a key go to the shards in turn, in portions
 * that keep the number of script calls low.
 */
final class ShardedStore {

    /** The numbers of shards are read again after this time. */
    static final Duration KNOWN_FOR = Duration.ofSeconds(10);
    /** Tasks without a key that are stored together go to the same shard, up to the equal share of each shard. */
    private static final int PORTION = 16;

    private final ProducerCommands producing;
    private final ShardRegistry registry;
    private final Map<String, Integer> configured;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    private record Known(Shards shards, long until) {}

    /**
     * @param configured queue to the number of shards, which counts if none is recorded in Redis
     */
    ShardedStore(ProducerCommands producing, ShardRegistry registry, Map<String, Integer> configured) {
        this.producing = producing;
        this.registry = registry;
        this.configured = Map.copyOf(configured);
    }

    boolean hasShards(String queue) {
        return configured.containsKey(queue);
    }

    /** As {@link ProducerCommands#store}. */
    List<StoreResult> store(List<ComposedTask> tasks) {
        if (configured.isEmpty()) {
            return producing.store(tasks.stream().map(ComposedTask::stored).toList());
        }
        StoreResult[] results = new StoreResult[tasks.size()];
        List<NewTask> placed = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        Map<String, Call> calls = new HashMap<>();
        tasks.forEach(task -> calls.computeIfAbsent(task.stored().message().queue(), this::call).count(task));
        for (int i = 0; i < results.length; i++) {
            ComposedTask task = tasks.get(i);
            Call call = calls.get(task.stored().message().queue());
            if (call.failure != null) {
                results[i] = new StoreResult.Failed(call.failure);
            } else {
                placed.add(inShard(task.stored(), call.shard(task)));
                positions.add(i);
            }
        }
        List<StoreResult> stored = producing.store(placed);
        for (int i = 0; i < stored.size(); i++) {
            results[positions.get(i)] = stored.get(i);
        }
        return Arrays.asList(results);
    }

    private static NewTask inShard(NewTask task, String queue) {
        return task.message().queue().equals(queue) ? task
                : new NewTask(task.message().inQueue(queue), task.placement(), task.lockFor());
    }

    /** The tasks of one queue in one call. */
    private static final class Call {
        private final String queue;
        private final Shards shards;
        private final AtomicInteger turn;
        private final BrokerException failure;
        private int free;
        private int placed;

        Call(String queue, Shards shards, AtomicInteger turn, BrokerException failure) {
            this.queue = queue;
            this.shards = shards;
            this.turn = turn;
            this.failure = failure;
        }

        void count(ComposedTask task) {
            free += task.key() == null ? 1 : 0;
        }

        String shard(ComposedTask task) {
            if (shards == null) {
                return queue;
            }
            if (task.key() != null) {
                return Shards.name(queue, shards.of(task.key().text()));
            }
            int portion = Math.max(PORTION, (free + shards.count() - 1) / shards.count());
            int shard = placed++ % portion == 0 ? turn.incrementAndGet() : turn.get();
            return Shards.name(queue, Math.floorMod(shard, shards.count()));
        }
    }

    private Call call(String queue) {
        Integer count = configured.get(queue);
        if (count == null) {
            return new Call(queue, null, null, null);
        }
        // processes that start together do not begin with the same shard
        AtomicInteger turn = turns.computeIfAbsent(queue,
                q -> new AtomicInteger(ThreadLocalRandom.current().nextInt(Shards.MAX)));
        try {
            return new Call(queue, shards(queue, count), turn, null);
        } catch (BrokerException e) {
            return new Call(queue, null, null, e);
        }
    }

    private Shards shards(String queue, int count) {
        Known last = known.get(queue);
        long now = System.nanoTime();
        if (last != null && now - last.until() < 0) {
            return last.shards();
        }
        Shards read = registry.declare(queue, count, Declared.KEEP);
        known.put(queue, new Known(read, now + KNOWN_FOR.toNanos()));
        return read;
    }
}
