package io.github.asynqee.internal.client;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.StoreResult;

/**
 * A task ready to be stored.
 *
 * @param stored the message and where it is stored
 * @param info the snapshot returned to the producer
 * @param key the key that selects the shard of its queue; {@code null} for any shard
 */
public record ComposedTask(NewTask stored, TaskInfo info, ShardKey key) {

    /** The same task, stored as {@link NewTask#once}. */
    public ComposedTask once(String of) {
        return new ComposedTask(stored.once(of), info, key);
    }

    /** The result for the producer: this task, or the task that holds its unique key. */
    TaskInfo infoAfter(StoreResult result) {
        return result instanceof StoreResult.Existing existing
                // in a queue with shards the stored message names the shard
                ? existing.message().inQueue(info.queue()).toInfo(existing.state(), existing.nextProcessAt())
                : info;
    }
}
