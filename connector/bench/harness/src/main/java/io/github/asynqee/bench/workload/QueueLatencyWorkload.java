package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.Random;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.bench.round.Alone;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Turns;

/**
 * A worker with many queues, idle: another process enqueues a task every 50 ms, each in a queue chosen at random. What
 * counts is how soon each is started.
 */
public final class QueueLatencyWorkload implements Workload {

    private static final int[] QUEUES = { 1, 16, 100, 1_000 };
    private static final int TASKS = 200;
    private static final int CONCURRENCY = 10;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int WARM_UP_TASKS = 1_000;
    private static final Duration WARM_UP_PAUSE = Duration.ofMillis(1);

    @Override
    public String name() {
        return "queue-latency";
    }

    @Override
    public void run(Arena arena) {
        for (int queues : QUEUES) {
            Turns.take(arena, name(), new Latency(arena, queues));
        }
    }

    /** One number of queues. */
    private static final class Latency extends Alone {

        private final int count;
        private final int warmUpTasks;

        Latency(Arena arena, int count) {
            super(arena.redis(), "queues=" + count + " concurrency=" + CONCURRENCY + " pause=50ms",
                    Drain.start(CONCURRENCY),
                    arena.scaled(TASKS));
            this.count = count;
            this.warmUpTasks = arena.scaled(WARM_UP_TASKS);
        }

        @Override
        protected Round measure(Contender contender, int tasks) {
            Queues queues = Queues.of(redis(), contender, count);
            start(contender, queues.equal());
            try (StockPeer peer = new StockPeer(redis())) {
                Round warmUp = enqueue(contender, queues, peer, warmUpTasks, WARM_UP_PAUSE);
                return warmUp.isValid() ? enqueue(contender, queues, peer, tasks, PAUSE)
                        : new Round(warmUp.figures(), "warm-up: " + warmUp.fault());
            }
        }

        private Round enqueue(Contender contender, Queues queues, StockPeer peer, int tasks, Duration pause) {
            RedisMeter redis = redis();
            Handling handling = new Handling(redis, contender, queues.names(), tasks);
            contender.ask(Order.to("expect").with("tasks", tasks));
            Random random = new Random(1);
            handling.begin();
            Pace.keep(pause, tasks, number -> peer.enqueue(queues.names().get(random.nextInt(count)), number));
            return handling.end().with(Produced.latencies(handling.tally()));
        }
    }
}
