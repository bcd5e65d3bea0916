package io.github.asynqee.console.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskCount;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** Creates, shows and controls the jobs of one Redis. */
public final class Jobs {

    /** The number of tasks from which a deletion has to be confirmed by typing it. */
    public static final long TYPED_ABOVE = 100;

    private static final Duration COUNT_BUDGET = Duration.ofMillis(2_500);

    private final Inspector inspector;
    private final JobStore store;
    private final Function<Instant, QueryParser> queries;
    private final Clock clock;
    private final Runnable onChange;

    Jobs(Inspector inspector, JobStore store, Function<Instant, QueryParser> queries, Clock clock, Runnable onChange) {
        this.inspector = inspector;
        this.store = store;
        this.queries = queries;
        this.clock = clock;
        this.onChange = onChange;
    }

    /**
     * The jobs of a Redis, and the thread that runs them.
     *
     * @param executor for the keys of the jobs
     * @param queries a parser of queries whose durations are measured from a time
     * @param runner informed when a job may go on
     */
    public static Jobs of(Inspector inspector, RedisExecutor executor, Function<Instant, QueryParser> queries,
            Clock clock, JobRunner runner) {
        return new Jobs(inspector, new JobStore(executor), queries, clock, runner::wake);
    }

    /**
     * What a job would do.
     *
     * @param matching how many tasks match, of those examined
     * @param complete whether all tasks were examined
     * @param needsTyped whether the number has to be typed
     */
    public record Preview(long matching, long examined, boolean complete, List<InspectedTask> sample,
            boolean needsTyped) {}

    /**
     * Counts what a job would do; writes nothing.
     *
     * @throws io.github.asynqee.console.query.QueryException if the query cannot be understood
     */
    public Preview preview(BulkAction action, String q) {
        Query query = queries.apply(clock.instant()).parse(q);
        BulkOperations bulk = inspector.bulk(query::matches);
        long end = System.nanoTime() + COUNT_BUDGET.toNanos();
        long matching = 0;
        long examined = 0;
        List<InspectedTask> sample = List.of();
        String next = null;
        do {
            TaskCount count = bulk.count(query.filter(), next, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            matching += count.matching();
            examined += count.examined();
            sample = sample.isEmpty() ? count.sample() : sample;
            next = count.next();
        } while (next != null && System.nanoTime() < end);
        boolean complete = next == null;
        return new Preview(matching, examined, complete, sample,
                action == BulkAction.DELETE && (matching > TYPED_ABOVE || !complete));
    }

    /**
     * Starts a job.
     *
     * @param typed the number of tasks as the user typed it; needed to delete more than {@link #TYPED_ABOVE}
     * @throws ProblemException with status 409 if that number is wrong
     */
    public Job create(BulkAction action, String q, String reason, String typed, String user) {
        Preview preview = preview(action, q);
        if (preview.needsTyped() && !String.valueOf(preview.matching()).equals(typed)) {
            throw ProblemException.conflict("To delete these tasks type their number; at the moment "
                    + preview.matching()
                    + " match" + (preview.complete() ? "." : " of the " + preview.examined() + " that were examined."));
        }
        StoredJob job = StoredJob.create(UUID.randomUUID().toString(), action, q, reason, user, preview.matching(),
                clock.instant());
        store.create(job);
        onChange.run();
        return job.toJob();
    }

    /** The latest jobs, the latest first. */
    public List<Job> all() {
        return store.all().stream().map(StoredJob::toJob).toList();
    }

    /**
     * One job.
     *
     * @throws ProblemException with status 404 if there is none of this ID
     */
    public Job one(String id) {
        return stored(id).toJob();
    }

    /** The step that runs ends first, after a second at most. */
    public Job pause(String id, String user) {
        requireUnended(id);
        store.mark(id, StoredJob.PAUSED, user);
        return one(id);
    }

    public Job resume(String id) {
        requireUnended(id);
        store.unmark(id, StoredJob.PAUSED);
        onChange.run();
        return one(id);
    }

    /** What has been changed stays so. */
    public Job cancel(String id, String user) {
        requireUnended(id);
        store.mark(id, StoredJob.CANCELLED, user);
        return one(id);
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

    private StoredJob stored(String id) {
        return store.read(id).orElseThrow(() -> ProblemException.notFound("There is no job with this ID."));
    }
}
