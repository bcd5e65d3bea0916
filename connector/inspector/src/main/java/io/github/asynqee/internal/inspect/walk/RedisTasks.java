package io.github.asynqee.internal.inspect.walk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.Tasks;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.summary.ErrorGroups;
import io.github.asynqee.internal.inspect.task.AttemptReads;
import io.github.asynqee.internal.inspect.task.TaskLocks;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.inspect.waiting.WhyWaiting;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import org.jspecify.annotations.Nullable;

/** {@link Tasks} on Redis. Reads a task from its shard; pages list one shard after the other. */
public final class RedisTasks implements Tasks {

    private static final String SEARCH = "SEARCH";

    private final QueueResolver queues;
    private final TaskReads reads;
    private final AttemptReads attempts;
    private final TaskLocks locks;
    private final TaskWalk walk;
    private final WhyWaiting waiting;

    /**
     * Creates the role.
     *
     * @param executor sends commands
     * @param queues finds the shards
     * @param reads reads tasks
     * @param walk reads the tasks of a filter
     * @param waiting tells why tasks wait
     */
    public RedisTasks(RedisExecutor executor, QueueResolver queues, TaskReads reads, TaskWalk walk,
            WhyWaiting waiting) {
        this.queues = queues;
        this.reads = reads;
        this.attempts = new AttemptReads(executor);
        this.locks = new TaskLocks(executor);
        this.walk = walk;
        this.waiting = waiting;
    }

    @Override
    public InspectedTask get(String queue, String id) {
        return reads.task(queues.ofTask(queue, id), id);
    }

    @Override
    public Optional<InspectedTask> find(String id) {
        return reads.find(queues.all(), id);
    }

    @Override
    public List<Waiting> why(String queue, String id) {
        return waiting.task(queues.ofTask(queue, id), id);
    }

    @Override
    public List<TaskAttempt> attempts(String queue, String id) {
        return attempts.attempts(queues.ofTask(queue, id), id);
    }

    @Override
    public List<InspectedTask> list(String queue, TaskState state, int page, int size) {
        if (state == TaskState.AGGREGATING) {
            throw new IllegalArgumentException("tasks in groups are listed by group, not by state");
        }
        return page(queue, state, "", page, size);
    }

    @Override
    public List<InspectedTask> listOfGroup(String queue, String group, int page, int size) {
        return page(queue, TaskState.AGGREGATING, group, page, size);
    }

    private List<InspectedTask> page(String queue, TaskState state, String group, int page, int size) {
        if (page < 1 || size < 1 || size > Inspector.MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("page must be at least 1, and size from 1 to " + Inspector.MAX_PAGE_SIZE
                    + ": " + page + ", " + size);
        }
        List<QueueKeys> shards = queues.existing(queue);
        List<InspectedTask> tasks = new ArrayList<>();
        long begin = (long) size * (page - 1);
        long left = size;
        for (QueueKeys shard : shards) {
            TaskPlace place = new TaskPlace(shard, state, group);
            long total = shards.size() == 1 ? Long.MAX_VALUE : reads.size(place);
            long some = Math.min(left, total - begin);
            if (some > 0) {
                tasks.addAll(reads.list(place, begin, some));
                left -= some;
            }
            begin = Math.max(0, begin - total);
        }
        return tasks;
    }

    @Override
    public SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, @Nullable String next, int limit,
            Duration budget) {
        if (limit < 1 || limit > Inspector.MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("limit must be from 1 to " + Inspector.MAX_PAGE_SIZE + ": " + limit);
        }
        long end = System.nanoTime() + budget.toNanos();
        return search(filter, condition, next, limit, () -> System.nanoTime() - end < 0);
    }

    private SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, @Nullable String next, int limit,
            BooleanSupplier mayGoOn) {
        return queues.resolve(filter)
                .map(resolved -> searchResolved(resolved, condition, next, limit, mayGoOn))
                .orElseGet(() -> new SearchPage(List.of(), 0, null));
    }

    private SearchPage searchResolved(TaskFilter filter, Predicate<InspectedTask> condition, @Nullable String next,
            int limit,
            BooleanSupplier mayGoOn) {
        List<TaskState> states = List.of(TaskState.values());
        WalkCursor from = next == null ? WalkCursor.begin(SEARCH, "", states.get(0)) : WalkCursor.of(next, SEARCH);
        FoundTasks found = new FoundTasks(task -> filter.matches(task) && condition.test(task), limit, mayGoOn);
        WalkCursor end = walk.walk(filter, from, states, found, mayGoOn);
        return new SearchPage(found.tasks(), found.examined(), end == null ? null : end.toText());
    }

    @Override
    public List<ErrorGroup> errors(TaskFilter filter, int limit) {
        ErrorGroups groups = new ErrorGroups();
        TaskFilter failed = filter.inStates(TaskState.RETRY, TaskState.ARCHIVED);
        int left = limit;
        String next = null;
        do {
            SearchPage page = search(failed, task -> true, next, left, () -> true);
            page.tasks().forEach(groups::add);
            left -= page.tasks().size();
            next = page.next();
        } while (next != null && left > 0);
        return groups.all();
    }

    @Override
    public Optional<UniqueLock> uniqueLock(String queue, String id) {
        return locks.lock(queues.ofTask(queue, id), id);
    }
}
