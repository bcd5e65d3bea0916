package io.github.asynqee.console.redis;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.TaskFilter;

/** Changes of tasks within a scope. The queues are those at the first call: the place in a walk depends on them. */
final class ScopedBulk implements BulkOperations {

    private final BulkOperations all;
    private final ScopeFilter scope;
    private List<String> queues;

    ScopedBulk(BulkOperations all, ScopeFilter scope) {
        this.all = all;
        this.scope = scope;
    }

    /** {@code null} if no queue is left. */
    private synchronized TaskFilter within(TaskFilter filter) {
        if (queues == null) {
            TaskFilter within = scope.within(filter);
            queues = within == null ? List.of() : List.copyOf(within.queues());
        }
        return queues.isEmpty() ? null : filter.inQueues(queues.toArray(String[]::new));
    }

    @Override
    public TaskCount count(TaskFilter filter, String next, Duration budget) {
        TaskFilter within = within(filter);
        return within == null ? new TaskCount(0, 0, List.of(), null) : all.count(within, next, budget);
    }

    @Override
    public BulkPage change(BulkAction action, TaskFilter filter, String next, int limit, Duration budget) {
        TaskFilter within = within(filter);
        return within == null ? new BulkPage(List.of(), 0, null) : all.change(action, within, next, limit, budget);
    }

    @Override
    public BulkOperations ofRun(String name) {
        return new ScopedBulk(all.ofRun(name), scope);
    }
}
