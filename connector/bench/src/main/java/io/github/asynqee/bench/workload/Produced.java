package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.Command;

/** Tasks that another process enqueues one by one; measures how soon each starts. */
final class Produced extends Setting {

    private static final int CONCURRENCY = 10;
    private static final Command WARM_UP = Command.of("produce").with("rate", 5_000);
    private static final int WARM_UP_TASKS = 10_000;

    private final Command produce;

    private Produced(RunContext run, String pace, Command produce, int tasks) {
        super(run, pace + " concurrency=" + CONCURRENCY + " producer=" + run.producer().id(), tasks,
                concurrency(CONCURRENCY));
        this.produce = produce;
    }

    /** Single tasks with random pauses, so that each finds an idle worker. */
    static Setting withPauses(RunContext run, int fromMillis, int toMillis, int tasks) {
        return new Produced(run, "pauses=" + fromMillis + "-" + toMillis + "ms",
                Command.of("produce").with("from", fromMillis).with("to", toMillis), run.scaled(tasks));
    }

    /** A constant rate, however slow the worker is. Latency counts from when a task should have been enqueued. */
    static Setting atRate(RunContext run, int rate, int seconds) {
        return new Produced(run, "rate=" + rate, Command.of("produce").with("rate", rate), rate * run.scaled(seconds));
    }

    /** The number of tasks at a rate at which a subject warms up soon. */
    @Override
    protected int warmUp() {
        return run().scaled(WARM_UP_TASKS);
    }

    @Override
    protected Round warmUpRound(Subject subject, int count) {
        return handle(subject, WARM_UP, count);
    }

    @Override
    protected Round round(Subject subject, int count) {
        return handle(subject, produce, count);
    }

    private Round handle(Subject subject, Command pace, int count) {
        String queue = Queues.name(subject);
        Handling handling = new Handling(redis(), subject, List.of(queue), count).begin();
        run().producer().send(redis().to(pace).with("queue", queue).with("tasks", count).with("size", SIZE));
        return handling.end().with(Round.latencies(handling.summary()));
    }
}
