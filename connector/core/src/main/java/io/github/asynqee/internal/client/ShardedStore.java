package io.github.asynqee.internal.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;

/**
 * Stores tasks, and selects the shard if their queue has shards. Tasks without a key go to the shards in round robin,
 * in chunks that keep the number of script calls low.
 */
public final class ShardedStore {

    /** Tasks without a key that are stored together go to the same shard, up to the equal share of each shard. */
    private static final int PORTION = 16;

    private final ProducerCommands producing;
    private final KnownShards known;
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    /**
     * @param known which queues have shards
     */
    public ShardedStore(ProducerCommands producing, KnownShards known) {
        this.producing = producing;
        this.known = known;
    }

    /** The slow node of a queue or of one of its shards; {@code null} if there is none. Does not call Redis. */
    String slowNode(String queue) {
        return known.lastNames(queue).stream().map(producing::slowNode).filter(Objects::nonNull).findFirst()
                .orElse(null);
    }

    /** As {@link KnownShards#has}. */
    boolean hasShards(String queue) {
        return known.has(queue);
    }

    /**
     * Decides in which queue a task is stored.
     *
     * @param task a task that is in one shard only
     * @return the task, in the shard if its queue has shards
     * @throws BrokerException if the shards must be read and cannot
     */
    ComposedTask placed(ComposedTask task) {
        String queue = task.stored().message().queue();
        Shards shards = known.of(queue);
        return shards == null ? task : new ComposedTask(
                inShard(task.stored(), Shards.name(queue, shards.of(task.key().text()))), task.info(), task.key());
    }

    /** As {@link ProducerCommands#store}. */
    public List<StoreResult> store(List<ComposedTask> tasks) {
        if (known.isNone()) {
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
                : task.inQueue(queue);
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
        try {
            Shards shards = known.of(queue);
            // processes that start together do not begin with the same shard
            return new Call(queue, shards, shards == null ? null : turns.computeIfAbsent(queue,
                    q -> new AtomicInteger(ThreadLocalRandom.current().nextInt(Shards.MAX))), null);
        } catch (BrokerException e) {
            return new Call(queue, null, null, e);
        }
    }
}
