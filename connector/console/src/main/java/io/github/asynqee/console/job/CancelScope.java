package io.github.asynqee.console.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;

/**
 * The tasks that a job may cancel for a user with restricted queues. A cancellation names an ID without a queue, so a
 * task is skipped if a server runs a task with the same ID in a queue that the user may not see.
 */
final class CancelScope {

    private final Set<String> outside;
    private final List<BulkResult> leftOut = new ArrayList<>();

    private CancelScope(Set<String> outside) {
        this.outside = outside;
    }

    /** Creates the scope for one step of a job. Each step needs a new one, because the running tasks change. */
    static CancelScope of(StoredJob job, Inspector all) {
        QueueScope scope = job.scope();
        return new CancelScope(job.action() != BulkAction.CANCEL || scope.isAll() ? Set.of()
                : all.servers().stream().flatMap(server -> server.activeWorkers().stream())
                        .filter(task -> !scope.contains(task.queue())).map(task -> task.taskId())
                        .collect(Collectors.toSet()));
    }

    /** Whether a task that matches may be changed. */
    boolean allows(InspectedTask task) {
        boolean allowed = task.info().state() != TaskState.ACTIVE || !outside.contains(task.info().id());
        if (!allowed) {
            leftOut.add(new BulkResult(task.info().queue(), task.info().id(), Outcome.FAILED, "its ID is not unique"));
        }
        return allowed;
    }

    /** The tasks that were not allowed. */
    List<BulkResult> leftOut() {
        return leftOut;
    }
}
