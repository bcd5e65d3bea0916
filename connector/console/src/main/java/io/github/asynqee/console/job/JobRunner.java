package io.github.asynqee.console.job;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.QueryException;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Runs the jobs of one Redis, one step of each in turn. All nodes do so; the lease of a job decides which of them takes
 * its next step. If a node dies, other nodes continue its jobs when the leases end. While a job with a pace rests, its
 * node keeps the lease, so that no other node takes the next step too early.
 */
public final class JobRunner implements AutoCloseable {

    private static final Logger LOG = System.getLogger(JobRunner.class.getName());
    private static final int STEP_TASKS = 500;
    /** The lease of a paced job ends this long before its next step. */
    private static final long EARLY_MILLIS = 5;
    private static final long SECOND = 1_000_000_000;
    private static final Duration STEP_TIME = Duration.ofMillis(500);
    /** Maximum time that closing the console waits for a step on a slow Redis. */
    private static final Duration STEP_LIMIT = Duration.ofSeconds(3);
    private static final String OTHER_MASK = "Waiting for a console with the masking settings of the console that "
            + "created this job";
    private static final String OUTSIDE = "Waiting: the user may no longer change all queues of the job";
    private static final String NOT_SIGNED = "Not signed with this console's job key. If the job is genuine, start it again.";
    /** The user of a forged job is unknown. */
    private static final String UNKNOWN = "unknown";
    /** Time between checks for jobs of dead nodes. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Inspector inspector;
    private final JobStore store;
    private final Function<Instant, QueryParser> queries;
    private final JobCheck check;
    private final Clock clock;
    private final Consumer<AuditEntry> onEnd;
    private final String holder = UUID.randomUUID().toString();
    private final Signal wakeUps = new Signal();
    /**
     * Job to the time of its next step at this node. A job pauses because of its pace, an outage or another job.
     */
    private final Map<String, Long> rests = new HashMap<>();
    /** The jobs that had something to do when they were last listed. */
    private List<String> known = List.of();
    private final FailureLog troubles = new FailureLog(LOG);
    private volatile boolean stopped;
    private PeriodicThread thread;

    /**
     * Creates a runner.
     *
     * @param queries a parser of queries whose durations are measured from a time
     * @param check what jobs must fulfil
     * @param onEnd writes the entry for the audit log when a job has ended; called again if it fails
     */
    public JobRunner(Inspector inspector, RedisExecutor executor, Function<Instant, QueryParser> queries,
            JobCheck check, Clock clock, Consumer<AuditEntry> onEnd) {
        this.inspector = inspector;
        this.store = new JobStore(executor);
        this.queries = queries;
        this.check = check;
        this.clock = clock;
        this.onEnd = onEnd;
    }

    JobCheck check() {
        return check;
    }

    /** Starts the thread. */
    public void start(ThreadFactory threads) {
        thread = PeriodicThread.of("asynq-console-jobs", LOOK, threads, new Steps());
        thread.start();
    }

    /** Looks for jobs at once. */
    public void wake() {
        wakeUps.set();
    }

    /** The thread's task. */
    private final class Steps implements PeriodicJob {

        @Override
        public Duration runOnce() {
            return stepOfEach() ? Duration.ZERO : rest();
        }

        @Override
        public Signal wakeup() {
            return wakeUps;
        }

        /** No rest, because a job without a pace continues at once. */
        @Override
        public Duration minRest() {
            return Duration.ZERO;
        }
    }

    /** Takes one step of each running job, and logs the ends of other jobs. Returns whether a job continues at once. */
    boolean stepOfEach() {
        if (check.readOnly()) {
            return false;
        }
        boolean goesOn = false;
        List<StoredJob> unfinished = unfinished();
        rests.keySet().retainAll(unfinished.stream().map(StoredJob::id).toList());
        for (StoredJob job : unfinished) {
            goesOn |= !stopped && isDue(job.id()) && stepOf(job);
        }
        return goesOn;
    }

    private List<StoredJob> unfinished() {
        try {
            List<StoredJob> unfinished = listed().stream().filter(job -> job.fields().isEmpty() || job.isReadable())
                    .filter(job -> job.state() == JobState.RUNNING || job.isEndDue()).toList();
            known = unfinished.stream().map(StoredJob::id).toList();
            return unfinished.stream().filter(StoredJob::isReadable).toList();
        } catch (RuntimeException e) {
            troubles.failed(JobStore.INDEX, e, () -> "The jobs cannot be read: " + e);
            return List.of();
        }
    }

    /**
     * In a Cluster, the node with the list can be unreachable while the nodes with the jobs and their tasks are not.
     */
    private List<StoredJob> listed() {
        try {
            List<StoredJob> all = store.all();
            troubles.succeeded(JobStore.INDEX);
            return all;
        } catch (BrokerException e) {
            if (known.isEmpty()) {
                throw e;
            }
            troubles.failed(JobStore.INDEX, e, () -> "The list of jobs cannot be read: " + e);
            return store.again(known);
        }
    }

    /** Takes one step of a job. A failure does not prevent steps of other jobs. */
    private boolean stepOf(StoredJob job) {
        try {
            boolean goesOn = !waits(job) && !isRefusedHere(job) && leasedStep(job.id()) && !rests.containsKey(job.id());
            troubles.succeeded(job.id());
            return goesOn;
        } catch (RuntimeException | Error e) {
            troubles.failed(job.id(), e, () -> "Job " + job.id() + " waits: " + e);
            rests.put(job.id(), System.nanoTime() + LOOK.toNanos());
            return false;
        }
    }

    private boolean isDue(String id) {
        Long due = rests.get(id);
        return due == null || System.nanoTime() - due >= 0;
    }

    /** Whether a job must wait: before its first step, an undo waits for the last step of the job that it undoes. */
    private boolean waits(StoredJob job) {
        boolean waits = job.undoes() != null && job.next() == null && store.isLeased(job.undoes());
        if (waits) {
            rests.put(job.id(), System.nanoTime() + STEP_TIME.toNanos());
        }
        return waits;
    }

    /**
     * Whether this configuration does not allow the job. Such a job waits, because a node with another configuration
     * may continue it.
     */
    private boolean isRefusedHere(StoredJob job) {
        String reason = !check.isInScope(job) ? OUTSIDE : !check.hasSameMask(job) ? OTHER_MASK : null;
        boolean refused = reason != null && job.state() == JobState.RUNNING;
        if (refused) {
            rests.put(job.id(), System.nanoTime() + LOOK.toNanos());
            if (store.claim(job.id(), holder)) {
                store.save(job.id(), holder, job.waiting(reason, clock.instant()), List.of());
                store.release(job.id(), holder, 0);
            }
        }
        return refused;
    }

    /** The time until the next job with a pace is due, at most until the next check. */
    Duration rest() {
        long now = System.nanoTime();
        long nanos = rests.values().stream().mapToLong(due -> due - now).min().orElse(LOOK.toNanos());
        return Duration.ofNanos(Math.max(0, Math.min(nanos, LOOK.toNanos())));
    }

    /** One step, if no other node has the lease; returns whether the job continues at this node. */
    private boolean leasedStep(String id) {
        rests.remove(id);
        if (!store.claim(id, holder)) {
            return false;
        }
        try {
            StoredJob job = store.read(id).orElse(null);
            if (job != null && job.isEndDue()) {
                ended(job);
            }
            return job != null && job.state() == JobState.RUNNING && (check.isSigned(job) ? step(job) : refuse(job));
        } finally {
            Long due = rests.get(id);
            long rest = due == null ? 0 : TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime()) - EARLY_MILLIS;
            store.release(id, holder, Math.max(0, rest));
        }
    }

    private boolean refuse(StoredJob job) {
        Map<String, String> failure = StoredJob.failure(NOT_SIGNED, clock.instant());
        if (store.save(job.id(), holder, failure, List.of())) {
            ended(job.with(failure));
        }
        return false;
    }

    /**
     * @throws BrokerUnavailableException or {@link AmbiguousResultException} during an outage, which becomes the job's
     * message
     */
    private boolean step(StoredJob job) {
        Instant now = clock.instant();
        Map<String, String> fields;
        BrokerException outage = null;
        List<String> failures = List.of();
        if (!store.begin(job.id(), holder)) {
            return false;
        }
        long begin = System.nanoTime();
        try {
            Query query = queries.apply(job.startedAt()).parse(job.query());
            CancelScope cancel = CancelScope.of(job, inspector);
            BulkOperations bulk = job.undoes() != null ? inspector.bulk()
                    : inspector.bulk().where(task -> query.matches(task) && cancel.allows(task));
            BulkPage page = job.isWithoutQueues() ? new BulkPage(List.of(), 0, null)
                    : bulk.asRun(job.run()).change(job.action(), job.walked(query.filter()), job.next(), limit(job),
                            STEP_TIME);
            fields = job.after(page.examined(), count(page, Outcome.CHANGED), count(page, Outcome.SKIPPED),
                    count(page, Outcome.FAILED) + cancel.leftOut().size(), page.next(), now);
            if (page.uncertain()) {
                fields.putAll(StoredJob.uncounted());
            }
            failures = Stream.concat(cancel.leftOut().stream(), page.results().stream())
                    .filter(result -> result.outcome() == Outcome.FAILED).map(Json::text).toList();
            if (job.pace() != null) {
                long touched = count(page, Outcome.CHANGED) + failures.size();
                rests.put(job.id(), begin + touched * SECOND / job.pace());
            }
        } catch (QueryException | IllegalArgumentException e) {
            // another version of the console, with another language of queries, has created it
            fields = StoredJob.failure(String.valueOf(e.getMessage()), now);
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            outage = e;
            fields = waiting(job, e, now);
        } catch (RuntimeException | Error e) {
            fields = failure(job, e, now);
        }
        boolean saved = store.save(job.id(), holder, fields, failures);
        if (outage != null) {
            throw outage;
        }
        StoredJob saving = job.with(fields);
        if (saved && saving.state().isEnd()) {
            ended(saving);
        }
        return saved && !saving.state().isEnd();
    }

    private static Map<String, String> waiting(StoredJob job, BrokerException e, Instant now) {
        Map<String, String> fields = new HashMap<>(
                e instanceof AmbiguousResultException ? StoredJob.uncounted() : Map.of());
        fields.putAll(
                job.waiting(FailureLog.isOutage(e) ? "Waiting: the part of Redis with the next tasks cannot be reached"
                        : "Waiting: Redis refuses changes", now));
        return fields;
    }

    /** Ends a job that would fail at each step. */
    private Map<String, String> failure(StoredJob job, Throwable e, Instant now) {
        if (stopped) {
            // the console is closing and has closed the connections that the step uses
            throw new IllegalStateException("the console is stopping", e);
        }
        LOG.log(Level.ERROR, "Job " + job.id() + " has failed.", e);
        if (e instanceof BrokerException) {
            return StoredJob.failure(String.valueOf(e.getMessage()), now);
        }
        Map<String, String> fields = new HashMap<>(StoredJob.uncounted());
        fields.putAll(StoredJob.failure("The console failed (" + e.getClass().getSimpleName()
                + "). The cause is in the log of the server", now));
        return fields;
    }

    /** Maximum number of tasks in a step; with a pace, the tasks of one second. */
    private static int limit(StoredJob job) {
        return job.pace() == null ? STEP_TASKS : (int) Math.min(STEP_TASKS, job.pace());
    }

    private static long count(BulkPage page, Outcome outcome) {
        return page.results().stream().map(BulkResult::outcome).filter(outcome::equals).count();
    }

    /**
     * Writes the audit entry for the end of a job. If this fails, or the node dies, it is repeated: the entry may be
     * written twice, but is not lost.
     */
    private void ended(StoredJob read) {
        StoredJob stored = read.atRest();
        Job job = stored.toJob();
        boolean cancelled = job.state() == JobState.CANCELLED;
        String detail = "job " + job.id() + ": " + (cancelled ? stored.saying() + ", " : "")
                + (stored.isAtLeast() ? "at least " : "") + job.changed() + " changed, " + job.skipped() + " skipped, "
                + job.failed() + " failed";
        onEnd.accept(new AuditEntry(null, cancelled ? clock.instant() : job.updatedAt(),
                check.isSigned(read) ? job.user() : UNKNOWN, "job.end", null,
                null, null, job.q(), job.changed(), job.state() == JobState.FAILED ? "failed" : "done", detail));
        store.save(job.id(), holder, stored.endWritten(), List.of());
    }

    /** Ends after the current step. Waits for it, because its changes would otherwise not be counted. */
    @Override
    public void close() {
        stopped = true;
        if (thread != null) {
            thread.stop(STEP_LIMIT);
        }
    }
}
