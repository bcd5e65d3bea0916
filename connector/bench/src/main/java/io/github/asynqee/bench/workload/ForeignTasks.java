package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.bench.round.IsolatedSetting;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RoundCheck;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * A queue full of tasks for which the worker has no handler. Its own tasks are enqueued behind them, one every 50 ms.
 * {@code idle-redis-%} is the processor share of Redis before the first task of the worker; {@code taken-out} is the
 * number of other tasks that are no longer pending at the end. None may be lost.
 */
final class ForeignTasks extends IsolatedSetting {

    private static final int CONCURRENCY = 10;
    private static final List<String> FOREIGN_TYPE = List.of("foreign:task");
    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final Duration STARTING = Duration.ofSeconds(2);
    private static final int IDLE_MILLIS = 5_000;
    private static final long AWAIT_MILLIS = 60_000;
    private static final Duration SETTLED = Duration.ofMillis(500);

    private final int foreign;

    ForeignTasks(RunContext run, int foreign, int tasks) {
        super(run, "foreign=" + run.scaled(foreign) + " concurrency=" + CONCURRENCY, run.scaled(tasks),
                concurrency(CONCURRENCY).with("channels", "bench:"));
        this.foreign = run.scaled(foreign);
    }

    @Override
    protected Round measure(Subject subject, int count) {
        String queue = Queues.name(subject);
        redis().fill(queue, 0, foreign, SIZE, FOREIGN_TYPE);
        subject.send(Command.of("expect").with("tasks", count));
        start(subject, queue + ":1");
        Pace.pass(STARTING);
        Map<String, Double> figures = new LinkedHashMap<>();
        long before = redis().cpuNanos();
        double seconds = Pace.pass(Duration.ofMillis(run().scaled(IDLE_MILLIS)));
        figures.put("idle-redis-%", (redis().cpuNanos() - before) / 1e7 / seconds);
        Map<String, Long> summary;
        try (StockPeer peer = new StockPeer(redis())) {
            Pace.repeat(INTERVAL, count, number -> peer.enqueue(queue, number));
            summary = subject.send(Command.of("await").with("tasks", count).with("within", AWAIT_MILLIS));
        }
        figures.putAll(Round.latencies(summary));
        Pace.pass(SETTLED);
        figures.put("taken-out", (double) foreign - redis().number("LLEN", QueueKeys.of(queue).pending()));
        subject.send(Command.of("stop"));
        return new Round(figures, fault(queue, count, summary));
    }

    /**
     * Returns why the round is void. After the worker has stopped, each foreign task may be in any state, but must
     * still exist.
     */
    private String fault(String queue, int count, Map<String, Long> summary) {
        QueueKeys keys = QueueKeys.of(queue);
        long left = redis().number("LLEN", keys.pending()) + redis().number("LLEN", keys.active())
                + redis().number("ZCARD", keys.scheduled()) + redis().number("ZCARD", keys.retry());
        long processed = new Queues(redis(), List.of(queue)).processed();
        String own = RoundCheck.handled(count, summary, processed, "", "");
        return left == foreign ? own : own + (foreign - left) + " of " + foreign + " foreign tasks lost";
    }
}
