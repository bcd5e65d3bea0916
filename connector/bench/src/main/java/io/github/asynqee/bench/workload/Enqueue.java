package io.github.asynqee.bench.workload;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RoundCheck;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Usage;
import io.github.asynqee.bench.subject.Command;

/** Enqueueing without a worker: one by one, many in flight, or in bulk. */
final class Enqueue extends Setting {

    private final Command enqueue;

    Enqueue(RunContext run, String name, String mode, int producers, int tasks) {
        super(run, name, run.scaled(tasks), Command.of("enqueue"));
        enqueue = Command.of("enqueue").with("mode", mode).with("producers", producers).with("size", SIZE);
    }

    @Override
    protected boolean supports(Subject subject) {
        return subject.supports(enqueue);
    }

    @Override
    protected boolean isTimed() {
        return true;
    }

    @Override
    protected void begin(Subject subject) {
        redis().clear(Queues.name(subject));
    }

    @Override
    protected Round round(Subject subject, int count) {
        String queue = Queues.name(subject);
        Usage before = Usage.now(redis(), subject);
        long nanos = subject.send(redis().to(enqueue).with("queue", queue).with("tasks", count)).get("nanos");
        Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis(), subject).since(before, count, "task"));
        figures.put("tasks/s", count * 1e9 / nanos);
        String fault = RoundCheck.enqueued(redis().pending(queue), count);
        redis().clear(queue);
        return new Round(figures, fault);
    }

    /** Does not stop a server that was started to enqueue, because the next setting uses it. */
    @Override
    protected void end(Subject subject) {
        redis().clear(Queues.name(subject));
    }
}
