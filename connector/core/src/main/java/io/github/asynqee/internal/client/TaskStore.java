package io.github.asynqee.internal.client;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.redis.BrokerException;

/** Stores tasks synchronously, emits events for stored tasks, and maps failures to exceptions. */
final class TaskStore {

    private final ShardedStore store;
    private final TaskEvents events;

    TaskStore(ShardedStore store, TaskEvents events) {
        this.store = store;
        this.events = events;
    }

    /**
     * Stores a task.
     *
     * @throws EnqueueException if it is not stored, or not with the requested durability
     */
    TaskInfo store(ComposedTask task) {
        StoreResult result = results(List.of(task)).get(0);
        EnqueueException error = ended(task, result);
        if (error != null) {
            throw error;
        }
        return task.infoAfter(result);
    }

    /** Stores tasks, with one result for each. */
    List<EnqueueResult> storeAll(List<ComposedTask> tasks) {
        List<StoreResult> stored = results(tasks);
        List<EnqueueResult> results = new ArrayList<>();
        for (int i = 0; i < stored.size(); i++) {
            EnqueueException error = ended(tasks.get(i), stored.get(i));
            results.add(new EnqueueResult(error == null ? tasks.get(i).infoAfter(stored.get(i)) : null, error));
        }
        return results;
    }

    /** Stores tasks whose results the caller passes to {@link #ended} one by one. */
    List<StoreResult> results(List<ComposedTask> tasks) {
        return SlotWait.store(store, tasks);
    }

    /**
     * Reports a stored task to the listener; returns the exception for the producer, or {@code null} if the task is
     * stored.
     */
    EnqueueException ended(ComposedTask task, StoreResult result) {
        if (result.kind() == EnqueueKind.STORED) {
            events.enqueued(task.info());
        }
        return EnqueueErrors.of(task, result);
    }

    /** Whether the queue of a task has shards. */
    boolean hasShards(TaskInfo task) {
        try {
            return store.hasShards(task.queue());
        } catch (BrokerException e) {
            throw EnqueueErrors.notEnqueued(task, e);
        }
    }

    /** As {@link ShardedStore#placed}. */
    ComposedTask placed(ComposedTask task) {
        try {
            return store.placed(task);
        } catch (BrokerException e) {
            throw EnqueueErrors.notEnqueued(task.info(), e);
        }
    }
}
