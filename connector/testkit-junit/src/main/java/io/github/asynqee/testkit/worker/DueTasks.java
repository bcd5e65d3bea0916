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

/** The tasks that a worker has still to run. */
final class DueTasks {

    private static final Duration PAUSE = Duration.ofMillis(5);
    /** A worker that knows of a group that is due stages it sooner. */
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

    /** Those that are named, and those that exist and that a pattern matches. */
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
     * Waits until the worker, whose events it counts, has run all of them, or all that it knows of: it remembers groups by the
     * clock, which does not move, and a new worker is needed for those that become due meanwhile.
     *
     * @param held how many tasks and groups the worker has
     * @param started when the first worker was started, in nanoseconds
     * @param limit how long all of them may take
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

    /** Whether a worker that is not running any more has left some of them. */
    boolean isAny(TaskRuns runs) {
        return !isNone(runs);
    }

    /**
     * A task that the worker forwards, runs and retries between two looks is in none of them: then there was an event.
     */
    private boolean isNone(TaskRuns runs) {
        long events = runs.events();
        if (!waiting().isEmpty()) {
            return false;
        }
        maintenance.forward(queues(), BATCHES).forEach(MaintenanceCommands.ForwardResult::get);
        // not what forwarding returns: it may not have been notified of a task yet
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
        // in the order in which a task passes through them: one that is fetched meanwhile is found in one of them
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
                + (texts.isEmpty() ? held > 0 ? ": a group is being handled" : ": new ones become due all the time"
                        : ":" + String.join("", texts)));
    }
}
