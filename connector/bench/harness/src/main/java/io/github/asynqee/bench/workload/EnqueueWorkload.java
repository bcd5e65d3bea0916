package io.github.asynqee.bench.workload;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.EnqueueVerdict;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;
import io.github.asynqee.bench.round.Usage;

/** Enqueueing while nobody works: one by one, many under way at a time, or in bulk. */
public final class EnqueueWorkload implements Workload {

    private static final Logger LOG = System.getLogger(EnqueueWorkload.class.getName());
    private static final int TASKS = 50_000;
    private static final int[] PRODUCERS = { 1, 8 };
    private static final String[] MODES = { "single", "coalesced", "bulk" };

    @Override
    public String name() {
        return "enqueue";
    }

    @Override
    public void run(Arena arena) {
        try {
            for (String mode : MODES) {
                for (int producers : PRODUCERS) {
                    Order order = Order.to("enqueue").with("mode", mode).with("producers", producers);
                    Turns.take(arena, name(), new Enqueue(arena.redis(), order, arena.scaled(TASKS)));
                }
            }
        } finally {
            arena.contenders().forEach(EnqueueWorkload::stop);
        }
    }

    /** There are contenders that start by themselves to enqueue; they must not outlive their Redis. */
    private static void stop(Contender contender) {
        try {
            contender.ask(Order.to("stop"));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", contender.name(), e.getMessage());
        }
    }

    /** One mode with one number of producers. */
    private record Enqueue(RedisMeter redis, Order order, int tasks) implements Setting {

        @Override
        public String name() {
            return "mode=" + order.text("mode") + " producers=" + order.text("producers");
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(order);
        }

        @Override
        public void begin(Contender contender) {
            redis.clear(Drain.queue(contender));
        }

        @Override
        public Round round(Contender contender, int count) {
            String queue = Drain.queue(contender);
            Usage before = Usage.now(redis, contender);
            long nanos = contender.ask(order.with("redis", redis.address())
                    .with("queue", queue)
                    .with("tasks", count)
                    .with("size", Drain.SIZE)).get("nanos");
            Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis, contender).perTask(before, count));
            figures.put("tasks/s", count * 1e9 / nanos);
            String fault = new EnqueueVerdict(redis.pending(queue), count).fault();
            redis.clear(queue);
            return new Round(figures, fault);
        }

        @Override
        public void end(Contender contender) {
            redis.clear(Drain.queue(contender));
        }
    }
}
