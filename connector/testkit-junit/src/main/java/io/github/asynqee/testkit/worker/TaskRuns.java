package io.github.asynqee.testkit.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.event.TasksAggregated;
import io.github.asynqee.testkit.worker.TaskRun.Outcome;
import org.jspecify.annotations.Nullable;

/** Collects the attempts of a worker. Thread-safe. */
final class TaskRuns implements TaskListener {

    private final List<TaskRun> runs = new ArrayList<>();
    private final Map<String, Throwable> errors = new HashMap<>();
    private @Nullable AssertionError failedAssertion;
    private long events;

    @Override
    public synchronized void on(TaskEvent event) {
        events++;
        if (event instanceof TaskFailed failed) {
            errors.put(key(failed.task()), failed.error());
            if (failedAssertion == null && failed.error() instanceof AssertionError assertion) {
                failedAssertion = assertion;
            }
        } else if (event instanceof TaskCompleted done) {
            add(done.task(), Outcome.COMPLETED);
        } else if (event instanceof TasksAggregated group) {
            group.members().forEach(task -> add(task, Outcome.COMPLETED));
        } else if (event instanceof TaskRetried retried) {
            add(retried.task(), Outcome.RETRIED);
        } else if (event instanceof TaskArchived archived) {
            add(archived.task(), Outcome.ARCHIVED);
        } else if (event instanceof TaskRevoked revoked) {
            add(revoked.task(), Outcome.REVOKED);
        }
        notifyAll();
    }

    private void add(TaskInfo task, Outcome outcome) {
        runs.add(new TaskRun(task, outcome, errors.remove(key(task))));
    }

    private static String key(TaskInfo task) {
        return task.queue() + ' ' + task.id();
    }

    /** Number of events so far. */
    synchronized long events() {
        return events;
    }

    /** Waits until there are more than {@code seen} events, or the limit has elapsed. */
    synchronized void awaitMoreThan(long seen, Duration limit) throws InterruptedException {
        if (events <= seen) {
            wait(limit.toMillis());
        }
    }

    synchronized List<TaskRun> all() {
        return List.copyOf(runs);
    }

    /** The first assertion that failed in a handler. */
    synchronized Optional<AssertionError> failedAssertion() {
        return Optional.ofNullable(failedAssertion);
    }
}
