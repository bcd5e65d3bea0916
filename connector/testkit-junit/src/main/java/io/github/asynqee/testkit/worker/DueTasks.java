package io.github.asynqee.testkit.worker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.worker.ChannelConfig;

/** Finds tasks that are due and that a worker must still run. */
final class DueTasks {

    private static final Duration PAUSE = Duration.ofMillis(5);
    /** A worker stages a due group that it knows within this time. */
    private static final Duration QUIET = Duration.ofMillis(200);
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final int NAMED = 10;
    private static final int BATCHES = 16;

    private final MaintenanceCommands maintenance;
    private final Clock clock;
    private final Inspector inspector;
    private final List<ChannelConfig> handled;
    private final DueGroups groups;

    DueTasks(Broker broker, Inspector inspector, List<ChannelConfig> handled) {
        this.maintenance = broker.maintenanceCommands();
        this.clock = broker.clock();
        this.inspector = inspector;
        this.handled = handled;
        this.groups = new DueGroups(broker.groupCommands(), clock, handled);
    }

    /** Returns the configured queues, and existing queues that match a configured pattern. */
    private List<String> queues() {
        Set<String> queues = new TreeSet<>();
        handled.forEach(one -> queues.addAll(one.queues().keySet()));
        if (queues.removeIf(QueuePattern::isOne)) {
            inspector.queues().names().stream()
                    .filter(queue -> handled.stream().anyMatch(one -> one.covers(queue))).forEach(queues::add);
        }
        return List.copyOf(queues);
    }

    /**
     * Waits until no task is due, or the worker has had no events for {@link #QUIET}. The worker schedules groups by
     * the frozen test clock, so groups that become due while it runs need a new worker.
     *
     * @param runs the events of the worker
     * @param held number of tasks and groups that the worker is handling
     * @param started when the first worker was started, in nanoseconds
     * @param limit time limit for all workers together
     */
    void awaitNone(TaskRuns runs, IntSupplier held, long started, Duration limit) {
        long progress = System.nanoTime();
        long seen = runs.events();
        while (!isNone(runs) || held.getAsInt() > 0) {
            long now = System.nanoTime();
            if (now - started >= limit.toNanos()) {
                throw failure(limit, held.getAsInt());
            }
            if (runs.events() != seen || held.getAsInt() > 0 || !waiting().isEmpty()) {
                seen = runs.events();
                progress = now;
            } else if (now - progress >= QUIET.toNanos()) {
                return;
            }
            try {
                runs.awaitMoreThan(runs.events(), PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while tasks were run", e);
            }
        }
    }

    /** Whether tasks are still due after a worker was stopped. */
    boolean isAny(TaskRuns runs) {
        return !isNone(runs);
    }

    /**
     * Whether no due task exists. A task may be missed if the worker forwards, runs and retries it between two reads,
     * so also checks that there were no events.
     */
    private boolean isNone(TaskRuns runs) {
        long events = runs.events();
        if (!waiting().isEmpty()) {
            return false;
        }
        maintenance.forward(queues(), BATCHES).forEach(MaintenanceCommands.ForwardResult::get);
        // ignore the results of forwarding, which may not know of a new task yet
        return delayed().isEmpty() && waiting().isEmpty() && groups.in(queues()).isEmpty() && events == runs.events();
    }

    private List<InspectedTask> delayed() {
        return inspector.tasks()
                .search(filter(queues(), TaskState.SCHEDULED, TaskState.RETRY), task -> isDue(task.info()),
                        null, NAMED, BUDGET)
                .tasks();
    }

    private boolean isDue(TaskInfo task) {
        Instant next = task.nextProcessAt();
        return task.group().isEmpty() && next != null && !next.isAfter(clock.instant());
    }

    private List<InspectedTask> waiting() {
        List<String> queues = queues();
        Set<String> running = new TreeSet<>(queues);
        inspector.queues().infos(queues).stream().filter(QueueInfo::paused).map(QueueInfo::queue)
                .forEach(running::remove);
        if (running.isEmpty()) {
            return List.of();
        }
        // read the states in the order of a task's life, so that a task that is fetched in between is not missed
        return Stream.of(TaskState.PENDING, TaskState.ACTIVE).flatMap(state -> waiting(running, state).stream())
                .toList();
    }

    private List<InspectedTask> waiting(Set<String> running, TaskState state) {
        return inspector.tasks()
                .search(filter(running, state), task -> isHandled(task.info()), null, NAMED, BUDGET).tasks();
    }

    private static TaskFilter filter(Collection<String> queues, TaskState... states) {
        return TaskFilter.ALL.inQueues(queues.toArray(String[]::new)).inStates(states);
    }

    private boolean isHandled(TaskInfo task) {
        return handled.stream().anyMatch(one -> one.covers(task.queue()) && (one.handlesGroups()
                ? !task.group().isEmpty() && task.group().startsWith(one.prefix())
                : task.type().startsWith(one.prefix())));
    }

    private AssertionError failure(Duration limit, int held) {
        List<String> texts = new ArrayList<>();
        waiting().forEach(task -> texts.add("\n    " + task.info().state().wireName() + " " + task.info().type() + " \""
                + task.info().id() + "\" of queue " + task.info().queue()));
        groups.in(queues()).forEach(group -> texts.add("\n    " + group));
        return new AssertionError("Tasks are still due after " + limit.toMillis() + " ms"
                + (texts.isEmpty() ? held > 0 ? ": a group is being handled" : ": new tasks keep becoming due"
                        : ":" + String.join("", texts)));
    }
}
