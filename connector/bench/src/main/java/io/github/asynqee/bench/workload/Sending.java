package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RoundCheck;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Usage;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * Enqueueing on a server that is configured as a producer. {@code tasks/s} counts until Redis has all tasks, {@code
 * sent/s} counts until the producers know that their tasks are sent.
 */
final class Sending extends Setting {

    private static final long LIMIT_NANOS = Duration.ofSeconds(60).toNanos();
    private static final long PAUSE_NANOS = 1_000_000;

    private final Command enqueue;

    /**
     * Creates it.
     *
     * @param config the configuration of the server, property by property, with commas
     * @param enqueue how it enqueues
     */
    Sending(RunContext run, String name, int tasks, String config, Command enqueue) {
        super(run, name, run.scaled(tasks), concurrency(1).with("config", config));
        this.enqueue = enqueue.with("size", SIZE);
    }

    @Override
    protected boolean supports(Subject subject) {
        return super.supports(subject) && subject.supports(enqueue);
    }

    @Override
    protected boolean isTimed() {
        return true;
    }

    /** Starts the subject with a worker for another queue. */
    @Override
    protected void begin(Subject subject) {
        start(subject, Queues.name(subject) + "-idle:1");
    }

    @Override
    protected Round round(Subject subject, int count) {
        String queue = Queues.name(subject);
        Usage before = Usage.now(redis(), subject);
        long begin = System.nanoTime();
        long sent = subject.send(redis().to(enqueue).with("queue", queue).with("tasks", count)).get("nanos");
        String pending = QueueKeys.of(queue).pending();
        while (redis().number("LLEN", pending) < count && System.nanoTime() - begin < LIMIT_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        long stored = System.nanoTime() - begin;
        Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis(), subject).since(before, count, "task"));
        figures.put("tasks/s", count * 1e9 / stored);
        figures.put("sent/s", count * 1e9 / sent);
        String fault = RoundCheck.enqueued(redis().pending(queue), count);
        redis().clear(queue);
        return new Round(figures, fault);
    }
}
