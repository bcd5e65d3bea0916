package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkOperations.TaskCount;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.shard.Shards;
import org.jspecify.annotations.Nullable;

/** {@link BulkOperations} on Redis. */
public final class RedisBulkOperations implements BulkOperations {

    private static final Set<TaskState> RUNNABLE = EnumSet.of(TaskState.SCHEDULED, TaskState.RETRY, TaskState.ARCHIVED);
    private static final Set<TaskState> ARCHIVABLE = EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED,
            TaskState.RETRY);
    private static final Set<TaskState> DELETABLE = EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED, TaskState.RETRY,
            TaskState.ARCHIVED, TaskState.COMPLETED);

    private final QueueResolver queues;
    private final TaskWalk walk;
    private final ChosenTasks chosen;
    private final BulkChanges all;
    /** The additional condition; {@code null} without one. */
    private final @Nullable Predicate<InspectedTask> also;
    /** The name of the run; empty to generate a name for each run. */
    private final String run;
    /** With a scope, the queues of the first call, because the cursor of a walk depends on them. */
    private @Nullable List<String> seen;

    /**
     * Creates the changes.
     *
     * @param queues finds the shards
     * @param walk reads the tasks of a filter
     * @param chosen changes these tasks
     * @param all changes all tasks of a collection
     */
    public RedisBulkOperations(QueueResolver queues, TaskWalk walk, ChosenTasks chosen, BulkChanges all) {
        this(queues, walk, chosen, all, null, "");
    }

    private RedisBulkOperations(QueueResolver queues, TaskWalk walk, ChosenTasks chosen, BulkChanges all,
            @Nullable Predicate<InspectedTask> also, String run) {
        this.queues = queues;
        this.walk = walk;
        this.chosen = chosen;
        this.all = all;
        this.also = also;
        this.run = run;
    }

    @Override
    public BulkOperations asRun(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a run must not be blank");
        }
        return new RedisBulkOperations(queues, walk, chosen, all, also, name);
    }

    @Override
    public BulkOperations where(Predicate<InspectedTask> condition) {
        return new RedisBulkOperations(queues, walk, chosen, all, also == null ? condition : also.and(condition), run);
    }

    /** Restricts the filter to shards in the scope; empty if no shard remains. */
    private synchronized Optional<TaskFilter> resolve(TaskFilter filter) {
        if (queues.scope().isAll()) {
            return queues.resolve(filter);
        }
        if (seen == null) {
            seen = (filter.queues().isEmpty() ? queues.names() : filter.queues()).stream()
                    .filter(queues.scope()::contains).toList();
        }
        return seen.isEmpty() ? Optional.empty() : queues.resolve(filter.inQueues(seen.toArray(String[]::new)));
    }

    private Predicate<InspectedTask> matching(TaskFilter filter) {
        return task -> filter.matches(task) && queues.scope().contains(task.info().queue())
                && (also == null || also.test(task));
    }

    @Override
    public TaskCount count(TaskFilter filter, @Nullable String next, Duration budget) {
        return resolve(filter).map(resolved -> countResolved(resolved, next, budget))
                .orElseGet(() -> new TaskCount(0, 0, List.of(), null));
    }

    private TaskCount countResolved(TaskFilter filter, @Nullable String next, Duration budget) {
        WalkCursor from = cursor(next, "COUNT", filter, TaskState.values()[0], "");
        Counter counter = new Counter(matching(withTimes(filter, from)));
        WalkCursor end = walk.walk(filter, from, List.of(TaskState.values()), counter, within(budget));
        return new TaskCount(counter.matching, counter.examined, counter.sample, end == null ? null : end.toText());
    }

    @Override
    public BulkPage change(BulkAction action, TaskFilter filter, @Nullable String next, int limit, Duration budget) {
        if (limit < 1 || limit > Inspector.MAX_PAGE_SIZE) {
            throw new IllegalArgumentException(
                    "limit must be from 1 to " + Inspector.MAX_PAGE_SIZE + ": " + limit);
        }
        return resolve(filter).map(resolved -> changeResolved(action, resolved, next, limit, budget))
                .orElseGet(() -> new BulkPage(List.of(), 0, null));
    }

    private BulkPage changeResolved(BulkAction action, TaskFilter filter, @Nullable String next, int limit,
            Duration budget) {
        List<TaskState> states = order(action);
        // a run that restores needs another name than the run whose tasks it restores
        String own = run.isEmpty() || action == BulkAction.RESTORE ? UUID.randomUUID().toString() : run;
        WalkCursor from = cursor(next, action.name(), filter, states.get(0), own);
        BulkStep step = new BulkStep(action, matching(withTimes(filter, from)), from.run(), run, limit, chosen);
        WalkCursor end = walk.walk(filter, from, states, step, within(budget));
        return new BulkPage(step.results(), step.examined(), end == null ? null : end.toText(),
                step.isUncertain());
    }

    /**
     * Returns the order of states for a walk. The new state of changed tasks is first, so that the walk does not
     * visit them again. For the same reason, a restore visits the archive last.
     */
    private static List<TaskState> order(BulkAction action) {
        if (action == BulkAction.RESTORE) {
            return Stream.concat(Stream.of(TaskState.values()).filter(state -> state != TaskState.ARCHIVED),
                    Stream.of(TaskState.ARCHIVED)).toList();
        }
        TaskState target = action == BulkAction.RUN ? TaskState.PENDING : TaskState.ARCHIVED;
        return Stream.concat(Stream.of(target), Stream.of(TaskState.values()).filter(state -> state != target))
                .toList();
    }

    private static WalkCursor cursor(@Nullable String next, String action, TaskFilter filter, TaskState first,
            String run) {
        String name = name(action, filter);
        return next == null
                ? WalkCursor.begin(name + " " + filter.notAfter() + " " + filter.failedBefore(), run, first)
                : WalkCursor.of(next, name);
    }

    /**
     * Returns a name for action and filter. It excludes shard numbers, because shards can be added, and the values of
     * times, because a filter by age has different times in each call.
     */
    private static String name(String action, TaskFilter filter) {
        String text = Stream.of(
                filter.queues().stream().map(Shards::logical).collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<>(filter.states()), filter.id(),
                filter.type(), filter.exactType(), filter.group(), filter.payload(), filter.error(), filter.header(),
                filter.minRetried(), filter.notAfter() != null, filter.failedBefore() != null).map(String::valueOf)
                .collect(Collectors.joining("\n", action + "\n", ""));
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString().substring(0, 8);
    }

    /** Returns the filter with the times from the beginning of the walk. */
    private static TaskFilter withTimes(TaskFilter filter, WalkCursor from) {
        String[] parts = from.walk().split(" ");
        return filter.notAfter(time(parts[1])).failedBefore(time(parts[2]));
    }

    private static @Nullable Instant time(String text) {
        return text.equals("null") ? null : Instant.parse(text);
    }

    private static BooleanSupplier within(Duration budget) {
        long end = System.nanoTime() + budget.toNanos();
        return () -> System.nanoTime() - end < 0;
    }

    @Override
    public int runAll(String queue, TaskState state) {
        return ofState(queue, state, RUNNABLE, all::run);
    }

    @Override
    public int runGroup(String queue, String group) {
        return ofGroup(queue, group, all::run);
    }

    @Override
    public int archiveAll(String queue, TaskState state) {
        return ofState(queue, state, ARCHIVABLE, all::archive);
    }

    @Override
    public int archiveGroup(String queue, String group) {
        return ofGroup(queue, group, all::archive);
    }

    @Override
    public int deleteAll(String queue, TaskState state) {
        return ofState(queue, state, DELETABLE, all::delete);
    }

    @Override
    public int deleteGroup(String queue, String group) {
        return ofGroup(queue, group, all::delete);
    }

    private int ofState(String queue, TaskState state, Set<TaskState> allowed,
            ToIntFunction<BulkChanges.Tasks> change) {
        if (!allowed.contains(state)) {
            throw new IllegalArgumentException("state must be one of " + allowed + ": " + state);
        }
        return ofPlace(queue, state, "", change);
    }

    private int ofGroup(String queue, String group, ToIntFunction<BulkChanges.Tasks> change) {
        return ofPlace(queue, TaskState.AGGREGATING, group, change);
    }

    private int ofPlace(String queue, TaskState state, String group, ToIntFunction<BulkChanges.Tasks> change) {
        if (also != null) {
            throw new IllegalStateException("all tasks of a state or group are changed without a condition");
        }
        return queues.existing(queue).stream().map(keys -> new TaskPlace(keys, state, group))
                .mapToInt(place -> change.applyAsInt(new BulkChanges.Tasks(place.keys(), place.key(), group))).sum();
    }

    /** Counts matching tasks. */
    private static final class Counter implements TaskWalk.Visitor {

        private final Predicate<InspectedTask> matches;
        private final List<InspectedTask> sample = new ArrayList<>();
        private long matching;
        private long examined;

        Counter(Predicate<InspectedTask> matches) {
            this.matches = matches;
        }

        @Override
        public int visit(TaskPlace place, WalkedPage page, Set<WalkedTask> gone) {
            for (WalkedTask walked : page.tasks()) {
                if (walked.task() != null && matches.test(walked.task())) {
                    matching++;
                    if (sample.size() < SAMPLE_SIZE) {
                        sample.add(walked.task());
                    }
                }
            }
            examined += page.tasks().size();
            return page.tasks().size();
        }

        @Override
        public boolean isFull() {
            return false;
        }

        @Override
        public boolean hasVisited() {
            return examined > 0;
        }
    }
}
