package io.github.asynqee.console.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkOperations.TaskCount;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.redis.SettleBatch;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.shard.Shards;

/** Creates, shows and controls the jobs of one Redis. */
public final class Jobs {

    /** If a deletion affects more tasks than this, the user must confirm it by typing the number of tasks. */
    public static final long TYPED_ABOVE = 100;

    /** How many tasks the archive of a queue, or of a shard, keeps. */
    static final int MAX_ARCHIVED = SettleBatch.MAX_ARCHIVE_SIZE - 1;

    /** States from which tasks can be archived. */
    private static final Set<TaskState> ARCHIVED_FROM = EnumSet
            .complementOf(EnumSet.of(TaskState.ACTIVE, TaskState.ARCHIVED));

    /** The fastest pace. For more tasks per second, use a job without a pace. */
    public static final long MAX_PACE = 10_000;

    /** Maximum number of open jobs. Simultaneous requests can exceed it slightly. */
    static final int MAX_OPEN = 100;

    /** Limit per user, so that one user cannot block other users. */
    static final int MAX_OPEN_OF_USER = 50;

    private static final Duration COUNT_BUDGET = Duration.ofMillis(2_500);

    private final Inspector inspector;
    private final JobStore store;
    private final Function<Instant, QueryParser> queries;
    private final Clock clock;
    private final JobCheck check;
    private final Runnable onChange;
    private QueueScope scope = QueueScope.ALL;

    Jobs(Inspector inspector, JobStore store, Function<Instant, QueryParser> queries, Clock clock, JobCheck check,
            Runnable onChange) {
        this.inspector = inspector;
        this.store = store;
        this.queries = queries;
        this.clock = clock;
        this.check = check;
        this.onChange = onChange;
    }

    /**
     * The jobs of a Redis, and the thread that runs them.
     *
     * @param executor executes commands on the keys of the jobs
     * @param queries a parser of queries whose durations are measured from a time
     * @param runner notified when a job may continue
     */
    public static Jobs of(Inspector inspector, RedisExecutor executor, Function<Instant, QueryParser> queries,
            Clock clock, JobRunner runner) {
        return new Jobs(inspector, new JobStore(executor), queries, clock, runner.check(), runner::wake);
    }

    /**
     * Returns the jobs for a user with restricted queues: only jobs created with the same restriction.
     *
     * @param some an inspector of these queues
     * @param queues the restriction
     */
    public Jobs within(Inspector some, QueueScope queues) {
        Jobs within = new Jobs(some, store, this.queries, clock, check, onChange);
        within.scope = queues;
        return within;
    }

    /**
     * The effect of a job before it starts, as counted so far.
     *
     * @param q the parsed query
     * @param matching how many of the examined tasks match
     * @param complete whether all tasks were counted
     * @param next where the count continues, {@code null} at its end
     * @param took how long the count took
     * @param archives the archives that may have to drop tasks; empty if nothing is archived
     * @param needsTyped whether the number has to be typed
     */
    public record Preview(String q, long matching, long examined, boolean complete, String next, Duration took,
            List<InspectedTask> sample, List<Archive> archives, boolean needsTyped) {

        /** Whether archiving at most this number of tasks may delete older archived tasks. */
        boolean mayDrop(long tasks) {
            return archives.stream().anyMatch(archive -> (complete ? archive.tasks() : tasks) > archive.room());
        }
    }

    /**
     * An archive that may drop its oldest tasks when tasks are added.
     *
     * @param tasks number of counted tasks that would be added; the caller adds up the numbers of a count in parts
     * @param room how many tasks it accepts before it drops its oldest tasks
     */
    public record Archive(String queue, long tasks, long room) {}

    /**
     * Counts the tasks that a job would change, for a limited time; writes nothing.
     *
     * @param from {@link Preview#next()} of the previous part, {@code null} to begin; the caller adds up the numbers
     * @throws io.github.asynqee.console.query.QueryException if the query cannot be understood
     * @throws IllegalArgumentException if {@code from} is not from a count of this query
     */
    public Preview preview(BulkAction action, String q, String from) {
        Query query = queries.apply(clock.instant()).parse(q);
        Map<String, Long> moving = new HashMap<>();
        BulkOperations bulk = inspector.bulk().where(task -> {
            boolean matches = query.matches(task);
            if (matches && ARCHIVED_FROM.contains(task.info().state())) {
                moving.merge(Shards.logical(task.info().queue()), 1L, Long::sum);
            }
            return matches;
        });
        long begin = System.nanoTime();
        long end = begin + COUNT_BUDGET.toNanos();
        long matching = 0;
        long examined = 0;
        List<InspectedTask> sample = List.of();
        String next = from;
        do {
            TaskCount count = bulk.count(query.filter(), next, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            matching += count.matching();
            examined += count.examined();
            sample = sample.isEmpty() ? count.sample() : sample;
            next = count.next();
        } while (next != null && System.nanoTime() < end);
        boolean complete = next == null;
        boolean isPart = !complete || from != null;
        List<Archive> archives = action == BulkAction.ARCHIVE ? archives(query, moving, complete) : List.of();
        return new Preview(query.text(), matching, examined, complete, next,
                Duration.ofNanos(System.nanoTime() - begin), sample, archives,
                action == BulkAction.DELETE ? matching > TYPED_ABOVE || isPart
                        : archives.stream().anyMatch(archive -> isPart || archive.tasks() > archive.room()));
    }

    /** Returns the archives that may drop tasks. A resumed count may find tasks of any queue. */
    private List<Archive> archives(Query query, Map<String, Long> moving, boolean complete) {
        Set<String> queues = query.filter().queues();
        Collection<String> names = complete ? moving.keySet() : queues.isEmpty() ? inspector.queues().names() : queues;
        return inspector.queues().counts(List.copyOf(names), (queue, failure) -> {
            // its tasks cannot be changed either
        }).stream().filter(queue -> queue.size() > MAX_ARCHIVED)
                .map(queue -> new Archive(queue.queue(), moving.getOrDefault(queue.queue(), 0L),
                        Math.max(0L, MAX_ARCHIVED - queue.archived())))
                .toList();
    }

    /**
     * Counts the tasks for a limited time and starts a job. If the count is incomplete, {@link Job.Request#typed} is
     * accepted if it is not less than the number counted.
     *
     * @throws ProblemException with status 403 if tasks would be deleted and the user may not delete tasks; with status
     *         409 if the number of tasks that was typed is wrong, or too many jobs are open
     */
    public Job create(Job.Request request, String user) {
        if (request.pace() != null && (request.pace() < 1 || request.pace() > MAX_PACE)) {
            throw ProblemException.badRequest("\"pace\" must be from 1 to " + MAX_PACE + ".");
        }
        requireRoom(user);
        Preview preview = preview(request.action(), request.q(), null);
        long typed = number(request.typed());
        boolean mayDrop = preview.mayDrop(typed >= preview.matching() ? typed : Long.MAX_VALUE);
        if (!request.mayDelete() && mayDrop) {
            throw new ProblemException(403, "role", "No permission", "The archive of a queue keeps " + MAX_ARCHIVED
                    + " tasks: older ones " + (preview.complete() ? "would" : "may") + " be deleted in "
                    + preview.archives().stream().map(archive -> "\"" + archive.queue() + "\", which has room for "
                            + archive.room() + " more").collect(Collectors.joining(", "))
                    + ". That needs the role asynq-admin.");
        }
        boolean right = preview.complete() ? typed == preview.matching() : typed >= preview.matching();
        if (preview.needsTyped() && !right) {
            throw ProblemException
                    .conflict("Type " + preview.matching() + " to confirm "
                            + (request.action() == BulkAction.DELETE ? "the deletion"
                                    : "the deletion of older archived tasks: an archive keeps " + MAX_ARCHIVED
                                            + " per queue")
                            + ". " + preview.matching() + " tasks match"
                            + (preview.complete() ? "." : " of the " + preview.examined() + " that were examined."));
        }
        long matching = preview.complete() ? preview.matching() : Math.max(typed, preview.matching());
        StoredJob job = StoredJob.create(UUID.randomUUID().toString(), request, user, matching,
                preview.complete() ? preview.examined() : null, clock.instant());
        if (mayDrop) {
            job = job.dropping();
        }
        if (!scope.isAll()) {
            Set<String> named = queries.apply(clock.instant()).parse(request.q()).filter().queues();
            job = job.within(scope, inspector.queues().names().stream()
                    .filter(queue -> named.isEmpty() || named.contains(queue)).toList());
        }
        job = check.sign(job);
        store.create(job);
        onChange.run();
        return job.toJob();
    }

    private void requireRoom(String user) {
        List<StoredJob> open = store.all().stream().filter(StoredJob::isOpen).toList();
        if (open.size() >= MAX_OPEN) {
            throw ProblemException.conflict("There are " + open.size()
                    + " jobs that are running or paused. Start this job when some of them have ended.");
        }
        if (open.stream().filter(job -> user.equals(job.user())).count() >= MAX_OPEN_OF_USER) {
            throw ProblemException.conflict("You have " + MAX_OPEN_OF_USER
                    + " jobs that are running or paused. Start this job when some of them have ended.");
        }
    }

    private static long number(String typed) {
        return typed != null && typed.matches("[0-9]{1,12}") ? Long.parseLong(typed) : -1;
    }

    /** The latest jobs and all open jobs, the latest first. */
    public List<Job> all() {
        return store.all().stream().filter(this::isVisible).map(StoredJob::toJob).toList();
    }

    /**
     * The latest jobs.
     *
     * @param items the jobs, the latest first
     * @param total their number
     * @param unreadable how many more there are that cannot be read, because their node of a cluster is down; {@code
     *        null} if there are none
     */
    public record Listing(List<Job> items, long total, @Member(min = 1) Long unreadable) {}

    /** The latest jobs, and the number of unreadable jobs. */
    public Listing list() {
        List<StoredJob> all = store.all();
        List<Job> items = all.stream().filter(this::isVisible).map(StoredJob::toJob).toList();
        long unreadable = scope.isAll() ? all.stream().filter(job -> !job.isReadable()).count() : 0;
        return new Listing(items, items.size(), unreadable == 0 ? null : unreadable);
    }

    /**
     * One job.
     *
     * @throws ProblemException with status 404 if there is no job with this ID
     */
    public Job one(String id) {
        return stored(id).toJob();
    }

    /** Pauses a job. A running step ends first, after at most one second. */
    public Job pause(String id, String user) {
        requireUnended(id);
        store.mark(id, StoredJob.PAUSED, user);
        return one(id);
    }

    /**
     * Resumes a job.
     *
     * @param mayDelete whether the user may delete tasks
     * @throws ProblemException with status 403 if the job may delete tasks and the user may not delete tasks; with
     *         status 409 if it has ended
     */
    public Job resume(String id, boolean mayDelete) {
        if (!mayDelete && stored(id).isDestroying()) {
            throw new ProblemException(403, "role", "No permission",
                    "The job may delete tasks. To resume it needs the role asynq-admin.");
        }
        requireUnended(id);
        store.unmark(id, StoredJob.PAUSED);
        onChange.run();
        return one(id);
    }

    /** Cancels a job. Tasks that it has changed stay changed. */
    public Job cancel(String id, String user) {
        requireUnended(id);
        store.mark(id, StoredJob.CANCELLED, user);
        onChange.run();
        return one(id);
    }

    /**
     * Starts a job that restores the tasks of an archive job that are still archived.
     *
     * @throws ProblemException with status 409 if it is not an archive job, has not ended, is being undone, or is not
     *         signed with the key of this console, or if too many jobs are open
     */
    public Job undo(String id, String user) {
        StoredJob archived = stored(id);
        if (archived.action() != BulkAction.ARCHIVE) {
            throw ProblemException.conflict("Only an archive job can be undone.");
        }
        if (!archived.state().isEnd()) {
            throw ProblemException.conflict("The job has not ended: stop it first.");
        }
        String before = archived.undoneBy();
        if (before != null && store.read(before).filter(job -> !job.state().isEnd()).isPresent()) {
            throw ProblemException.conflict("The job is being undone already.");
        }
        requireRoom(user);
        if (!check.isSigned(archived)) {
            throw ProblemException.conflict("The job is not signed with the job key of this console.");
        }
        StoredJob undo = check.sign(archived.undo(UUID.randomUUID().toString(), user, scope, clock.instant()));
        store.create(undo);
        store.mark(id, StoredJob.UNDONE_BY, undo.id());
        onChange.run();
        return undo.toJob();
    }

    /** One line of JSON for each task that could not be changed, at most 10,000. */
    public List<String> failures(String id) {
        stored(id);
        return store.failuresOf(id);
    }

    private void requireUnended(String id) {
        JobState state = stored(id).state();
        if (state.isEnd()) {
            throw ProblemException.conflict("The job has ended.");
        }
    }

    private boolean isVisible(StoredJob job) {
        return job.isReadable() && (scope.isAll() || scope.equals(job.scope()));
    }

    private StoredJob stored(String id) {
        return store.read(id).filter(this::isVisible)
                .orElseThrow(() -> ProblemException.notFound("There is no job with this ID."));
    }
}
