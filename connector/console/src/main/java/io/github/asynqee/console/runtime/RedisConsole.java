package io.github.asynqee.console.runtime;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.console.alert.Alerts;
import io.github.asynqee.console.audit.AuditLog;
import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.job.JobCheck;
import io.github.asynqee.console.job.JobRunner;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.live.LiveUpdates;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.marker.Markers;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.periodic.EntryList;
import io.github.asynqee.console.periodic.EntryWatch;
import io.github.asynqee.console.query.Completion;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;

/** The parts of the console for one Redis. */
public final class RedisConsole implements AutoCloseable {

    /** Maximum number of simultaneous runs, because each occupies a thread of the server for up to a minute. */
    private static final int MAX_RUNS = 8;

    private final ConsoleRedis redis;
    private final Monitor monitor;
    private final AuditLog audit;
    private final Markers markers;
    private final Masking masking;
    private final JobRunner runner;
    private final Jobs jobs;
    private final LiveUpdates live;
    private final Completion completion;
    private final Exports exports;
    private final Semaphore repairs;
    private final Semaphore runs;
    private final EntryList entries;
    private final boolean alertsEnabled;
    private final Alerts alerts;
    private final CloseableParts parts;
    private final Map<QueueScope, RedisConsole> views = new ConcurrentHashMap<>();

    RedisConsole(ConsoleRedis redis, ConsoleConfig config, AlertConfig alertConfig, Masking masking, Clock clock) {
        this.redis = redis;
        this.monitor = new Monitor(redis, clock, config.refresh(), config.budget());
        this.audit = new AuditLog(redis);
        this.markers = new Markers(redis);
        this.masking = masking;
        this.runner = new JobRunner(redis.inspector(), redis.executor(), this::queries,
                JobCheck.of(config), clock, audit::attempt);
        this.jobs = Jobs.of(redis.inspector(), redis.executor(), this::queries, clock, runner);
        this.completion = new Completion(redis.inspector(), masking.view());
        this.exports = new Exports(clock);
        this.repairs = new Semaphore(1);
        this.runs = new Semaphore(MAX_RUNS);
        this.live = new LiveUpdates(monitor, jobs::all, clock, config.refresh());
        this.entries = new EntryList(redis, clock, masking);
        this.alertsEnabled = alertConfig.enabled();
        this.alerts = new Alerts(alertConfig, redis.name(), redis.executor(),
                new AlertSource(monitor, new EntryWatch(redis))::sample, clock, AlertSource.node());
        this.parts = new CloseableParts(List.of(live, alerts.runner(), runner, redis));
    }

    /** Creates a view of the same parts with a scope. */
    private RedisConsole(RedisConsole all, QueueScope scope) {
        this.redis = all.redis.within(scope);
        this.monitor = all.monitor.within(scope);
        this.audit = all.audit.within(scope);
        this.masking = all.masking;
        this.runner = all.runner;
        this.jobs = all.jobs.within(redis.inspector(), scope);
        this.live = all.live;
        this.markers = all.markers;
        this.completion = new Completion(redis.inspector(), masking.view());
        this.exports = all.exports;
        this.repairs = all.repairs;
        this.runs = all.runs;
        this.entries = all.entries.within(redis, scope);
        this.alertsEnabled = all.alertsEnabled;
        this.alerts = all.alerts;
        this.parts = all.parts;
    }

    /** Returns the same parts restricted to the queues of a scope. */
    public RedisConsole within(QueueScope scope) {
        return scope.isAll() ? this : views.computeIfAbsent(scope, some -> new RedisConsole(this, some));
    }

    /** Starts the threads. */
    void start(ThreadFactory threads) {
        runner.start(threads);
        live.start(threads);
        if (alertsEnabled) {
            alerts.runner().start(threads);
        }
    }

    public ConsoleRedis redis() {
        return redis;
    }

    public Monitor monitor() {
        return monitor;
    }

    public Jobs jobs() {
        return jobs;
    }

    public LiveUpdates live() {
        return live;
    }

    public Completion completion() {
        return completion;
    }

    public Exports exports() {
        return exports;
    }

    /** A single permit for searches for damage, because a search reads all tasks of a queue. */
    public Semaphore repairs() {
        return repairs;
    }

    /** One permit for each run of a periodic entry that waits for its application. */
    public Semaphore runs() {
        return runs;
    }

    public EntryList entries() {
        return entries;
    }

    public Alerts alerts() {
        return alerts;
    }

    public AuditLog audit() {
        return audit;
    }

    public Markers markers() {
        return markers;
    }

    public Masking masking() {
        return masking;
    }

    /** A parser of queries whose durations are measured from a time. */
    public QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), masking.view());
    }

    @Override
    public void close() {
        parts.close();
    }
}
