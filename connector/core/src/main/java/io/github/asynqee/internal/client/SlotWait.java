package io.github.asynqee.internal.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.SlotPauses;

/** Stores tasks again while a slot of the Cluster is moving, because Redis does not store them then. */
final class SlotWait {

    /** How long a task waits at most. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private SlotWait() {}

    /** Whether the task of this result was not stored because its slot is moving. */
    static boolean isMoving(StoreResult result) {
        return result instanceof StoreResult.Failed failed && failed.error() instanceof SlotMovingException;
    }

    /** Stores tasks. While a slot is moving, the tasks in it are retried, until the limit is reached. */
    static List<StoreResult> store(ShardedStore store, List<ComposedTask> tasks) {
        List<StoreResult> results = new ArrayList<>(store.store(tasks));
        SlotPauses pauses = new SlotPauses(LIMIT);
        for (List<Integer> moving = moving(results); !moving.isEmpty() && pauses.pause(); moving = moving(results)) {
            List<StoreResult> again = store.store(moving.stream().map(tasks::get).toList());
            for (int i = 0; i < again.size(); i++) {
                results.set(moving.get(i), again.get(i));
            }
        }
        return results;
    }

    private static List<Integer> moving(List<StoreResult> results) {
        return IntStream.range(0, results.size()).filter(i -> isMoving(results.get(i))).boxed().toList();
    }
}
