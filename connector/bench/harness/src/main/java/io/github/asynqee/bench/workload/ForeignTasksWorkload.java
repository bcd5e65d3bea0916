package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.bench.round.Alone;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Turns;
import io.github.asynqee.bench.round.Verdict;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * A queue full of tasks that the worker has no handler for; its own are enqueued behind them, one every 50 ms.
 * {@code idle-redis-%} is the share of a processor that Redis uses before the first of its own comes; {@code taken-out} is
 * how many of the others are not pending any more at the end, though nothing handles them. Lost they must not be.
 */
public final class ForeignTasksWorkload implements Workload {

    private static final int FOREIGN = 10_000;
    private static final int TASKS = 60;
    private static final int CONCURRENCY = 10;
    private static final String OWN_PREFIX = "bench:";
    private static final List<String> FOREIGN_TYPE = List.of("foreign:task");
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration STARTING = Duration.ofSeconds(2);
    private static final int IDLE_MILLIS = 5_000;
    private static final long PATIENCE_MILLIS = 60_000;
    private static final Duration SETTLED = Duration.ofMillis(500);

    @Override
    public String name() {
        return "foreign-tasks";
    }

    @Override
    public void run(Arena arena) {
        Turns.take(arena, name(), new Foreign(arena));
    }

    /** The only setting. */
    private static final class Foreign extends Alone {

        private final int foreign;
        private final Duration idle;

        Foreign(Arena arena) {
            super(arena.redis(), "foreign=" + arena.scaled(FOREIGN) + " concurrency=" + CONCURRENCY,
                    Drain.start(CONCURRENCY).with("channels", OWN_PREFIX), arena.scaled(TASKS));
            foreign = arena.scaled(FOREIGN);
            idle = Duration.ofMillis(arena.scaled(IDLE_MILLIS));
        }

        @Override
        protected Round measure(Contender contender, int tasks) {
            String queue = Drain.queue(contender);
            redis().fill(queue, 0, foreign, Drain.SIZE, FOREIGN_TYPE);
            contender.ask(Order.to("expect").with("tasks", tasks));
            start(contender, queue + ":1");
            Pace.pass(STARTING);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("idle-redis-%", idleShare());
            Map<String, Long> tally;
            try (StockPeer peer = new StockPeer(redis())) {
                Pace.keep(PAUSE, tasks, number -> peer.enqueue(queue, number));
                tally = contender.ask(Order.to("await").with("tasks", tasks).with("within", PATIENCE_MILLIS));
            }
            figures.putAll(Produced.latencies(tally));
            Pace.pass(SETTLED);
            figures.put("taken-out", (double) foreign - pending(queue));
            return new Round(figures, fault(contender, queue, tasks, tally));
        }

        private double idleShare() {
            RedisMeter redis = redis();
            long begin = System.nanoTime();
            long before = redis.cpuNanos();
            Pace.pass(idle);
            return 100.0 * (redis.cpuNanos() - before) / (System.nanoTime() - begin);
        }

        private long pending(String queue) {
            return Long.parseLong(redis().command("LLEN", QueueKeys.of(queue).pending()));
        }

        /** The tasks of others may be in any state once the worker has stopped, but all of them must be in one. */
        private String fault(Contender contender, String queue, int tasks, Map<String, Long> tally) {
            contender.ask(Order.to("stop"));
            QueueKeys keys = QueueKeys.of(queue);
            long left = pending(queue) + count("LLEN", keys.active());
            for (String set : List.of(keys.scheduled(), keys.retry())) {
                left += count("ZCARD", set);
            }
            long processed = new Queues(redis(), List.of(queue)).processed();
            String own = new Verdict(tasks, tally, processed, "", "").fault();
            return left == foreign ? own : own + (foreign - left) + " of " + foreign + " foreign tasks lost";
        }

        private long count(String command, String key) {
            return Long.parseLong(redis().command(command, key));
        }
    }
}
