package io.github.asynqee.internal.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.redis.BrokerException;

/** Records tasks accepted while slots move, and tasks that have run. */
final class ReshardLedger {

    /** Accepted tasks that must run, and accepted tasks that must be archived. */
    final Set<String> toRun = ConcurrentHashMap.newKeySet();
    final Set<String> toArchive = ConcurrentHashMap.newKeySet();
    /** The expected state of tasks that only bulk operations change: of a deleted one it is empty. */
    final Map<String, String> stored = new ConcurrentHashMap<>();
    final Set<String> ran = ConcurrentHashMap.newKeySet();
    final Set<String> acceptedInBulk = ConcurrentHashMap.newKeySet();
    /** IDs of failed tasks whose dead letter has arrived. */
    final Set<String> letters = ConcurrentHashMap.newKeySet();
    /** Tasks that may be enqueued, because Redis did not reply. */
    final Set<String> unknown = ConcurrentHashMap.newKeySet();

    /** Enqueues a task that must run; returns whether it was accepted. */
    boolean sent(DefaultAsynqClient client, Task<?> task, String id, Set<String> accepted) {
        try {
            client.enqueue(task.id(id));
            accepted.add(id);
            return true;
        } catch (DuplicateTaskException e) {
            return false;
        } catch (BrokerException | EnqueueException e) {
            unknown.add(id);
            return false;
        }
    }

    /** Calls until Redis has answered: for what does no more if it is called twice. */
    static <T> T persistently(Supplier<T> call) {
        List<T> answers = new ArrayList<>();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> answers.add(call.get()));
        return answers.get(0);
    }

    static Set<String> missing(Set<String> all, Set<String> found) {
        Set<String> missing = new TreeSet<>(all);
        missing.removeAll(found);
        return missing;
    }

    String figures() {
        return toRun.size() + " tasks to run, " + toArchive.size() + " to be archived, " + stored.size()
                + " changed in bulk, " + unknown.size() + " without an answer";
    }
}
