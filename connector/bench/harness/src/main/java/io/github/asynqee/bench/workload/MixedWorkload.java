package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;

/** Contenders that enqueue, in eight threads and in the fastest way they have for one task, while they work. */
public final class MixedWorkload implements Workload {

    private static final int TASKS = 50_000;
    private static final int[] CONCURRENCIES = { 10, 50 };

    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public void run(Arena arena) {
        for (int concurrency : CONCURRENCIES) {
            Turns.take(arena, name(), new Mixed(arena.redis(), concurrency, arena.scaled(TASKS)));
        }
    }

    /** One concurrency. */
    private record Mixed(RedisMeter redis, int concurrency, int tasks) implements Setting {

        private static final int PRODUCERS = 8;

        @Override
        public String name() {
            return "concurrency=" + concurrency;
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(Drain.start(concurrency)) && contender.can(enqueue(contender));
        }

        @Override
        public void begin(Contender contender) {
            contender.ask(Drain.start(concurrency)
                    .with("redis", redis.address())
                    .with("queues", Drain.queue(contender) + ":1"));
        }

        @Override
        public Round round(Contender contender, int count) {
            Handling handling = new Handling(redis, contender, List.of(Drain.queue(contender)), count);
            contender.ask(Order.to("expect").with("tasks", count));
            handling.begin();
            contender.ask(enqueue(contender)
                    .with("redis", redis.address())
                    .with("queue", Drain.queue(contender))
                    .with("tasks", count)
                    .with("size", Drain.SIZE));
            return handling.end();
        }

        @Override
        public void end(Contender contender) {
            Drain.stop(contender, redis);
        }

        private static Order enqueue(Contender contender) {
            Order order = Order.to("enqueue").with("producers", PRODUCERS);
            Order coalesced = order.with("mode", "coalesced");
            return contender.can(coalesced) ? coalesced : order.with("mode", "single");
        }
    }
}
