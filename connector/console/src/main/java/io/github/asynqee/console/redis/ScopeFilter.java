package io.github.asynqee.console.redis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;

/** What of an inspector's answers is within a scope. */
public final class ScopeFilter {

    private final Inspector all;
    private final QueueScope scope;

    ScopeFilter(Inspector all, QueueScope scope) {
        this.all = all;
        this.scope = scope;
    }

    QueueScope scope() {
        return scope;
    }

    static ProblemException refused() {
        return new ProblemException(403, "scope", "Out of scope", "This concerns queues that you may not see.");
    }

    /** The queue, which looks like one that does not exist if it is not in the scope. */
    String require(String queue) {
        return require(scope, queue);
    }

    /** The queue, which looks like one that does not exist if it is not in the scope. */
    public static String require(QueueScope scope, String queue) {
        if (!scope.contains(queue)) {
            throw ProblemException.notFound("There is no such queue.");
        }
        return queue;
    }

    List<String> queues() {
        return of(all.queues());
    }

    List<String> of(Collection<String> queues) {
        return queues.stream().filter(scope::contains).toList();
    }

    /** The filter restricted to the queues that exist and are in the scope; {@code null} if there are none. */
    TaskFilter within(TaskFilter filter) {
        List<String> names = filter.queues().isEmpty() ? queues() : of(filter.queues());
        return names.isEmpty() ? null : filter.inQueues(names.toArray(String[]::new));
    }

    Optional<InspectedTask> find(String id) {
        Optional<InspectedTask> first = all.find(id);
        if (first.isEmpty() || scope.contains(first.get().info().queue())) {
            return first;
        }
        return queues().stream().map(queue -> {
            try {
                return Optional.of(all.task(queue, id));
            } catch (TaskNotFoundException e) {
                return Optional.<InspectedTask>empty();
            }
        }).flatMap(Optional::stream).findFirst();
    }

    /** Cancelling names no queue: refused if a server runs a task of this ID in another queue. */
    void requireRunningWithin(String id) {
        boolean outside = all.servers().stream().flatMap(server -> server.activeWorkers().stream())
                .anyMatch(task -> task.taskId().equals(id) && !scope.contains(task.queue()));
        if (outside) {
            throw ProblemException.conflict("The task cannot be cancelled by you: its ID is not unique.");
        }
        if (find(id).filter(task -> task.info().state() == TaskState.ACTIVE).isEmpty()) {
            throw ProblemException.notFound("No active task has this ID.");
        }
    }

    void requireEntry(String id) {
        if (all.periodic().entries().stream()
                .noneMatch(entry -> entry.id().equals(id) && scope.contains(entry.queue()))) {
            throw new PeriodicEntries.NotFoundException("there is no periodic entry " + id);
        }
    }

    /** Servers that serve a queue of the scope, without other queues and tasks. */
    public static List<ServerDetails> servers(List<ServerDetails> servers, QueueScope scope) {
        return servers.stream().filter(server -> server.queues().keySet().stream().anyMatch(scope::contains))
                .map(server -> new ServerDetails(server.id(), server.host(), server.pid(), server.concurrency(),
                        keep(server.queues(), scope), server.strictPriority(), server.status(), server.startedAt(),
                        server.activeWorkers().stream().filter(task -> scope.contains(task.queue())).toList()))
                .toList();
    }

    private static Map<String, Integer> keep(Map<String, Integer> queues, QueueScope scope) {
        Map<String, Integer> kept = new LinkedHashMap<>(queues);
        Set<String> names = kept.keySet();
        names.removeIf(name -> !scope.contains(name));
        return kept;
    }
}
