package io.github.asynqee.console.runtime;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.console.audit.AuditLog;
import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.job.JobRunner;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.live.LiveUpdates;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Masking;

/** The parts of the console for one Redis. */
public final class Instance implements AutoCloseable {

    private final ConsoleRedis redis;
    private final Monitor monitor;
    private final AuditLog audit;
    private final Masking masking;
    private final JobRunner runner;
    private final Jobs jobs;
    private final LiveUpdates live;

    Instance(ConsoleRedis redis, ConsoleConfig config, Masking masking, Clock clock) {
        this.redis = redis;
        this.monitor = new Monitor(redis, clock, config.refresh());
        this.audit = new AuditLog(redis);
        this.masking = masking;
        this.runner = new JobRunner(redis.inspector(), redis.executor(), this::queries, clock,
                audit::write);
        this.jobs = Jobs.of(redis.inspector(), redis.executor(), this::queries, clock, runner);
        this.live = new LiveUpdates(monitor, jobs::all, clock, config.refresh());
    }

    /** Starts the threads. */
    void start(ThreadFactory threads) {
        runner.start(threads);
        live.start(threads);
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

    public AuditLog audit() {
        return audit;
    }

    /** A parser of queries whose durations are measured from a time. */
    public QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), masking::text, !masking.isEmpty());
    }

    @Override
    public void close() {
        live.close();
        runner.close();
        redis.close();
    }
}
