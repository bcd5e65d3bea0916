package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;

/**
 * A drain while two other workers of the same process wait for tasks in queues of their own: what it costs a busy worker that
 * idle ones have Redis watch their queues. {@code drain} is the same without them.
 */
public final class BesideIdleWorkload implements Workload {

    private static final int TASKS = 100_000;
    private static final int[] CONCURRENCIES = { 10, 50 };
    private static final int IDLE_WORKERS = 2;
    private static final int IDLE_QUEUES = 100;

    @Override
    public String name() {
        return "beside-idle";
    }

    @Override
    public void run(Arena arena) {
        for (int concurrency : CONCURRENCIES) {
            String name = "idle-workers=%d x %d queues concurrency=%d".formatted(IDLE_WORKERS, IDLE_QUEUES,
                    concurrency);
            Turns.take(arena, name(), new BesideIdle(new Drain(arena.redis(), name, Drain.start(concurrency),
                    arena.scaled(TASKS), Drain.SIZE), arena.redis()));
        }
    }

    /** A drain beside workers that wait. */
    private record BesideIdle(Drain drain, RedisMeter redis) implements Setting {

        @Override
        public String name() {
            return drain.name();
        }

        @Override
        public int tasks() {
            return drain.tasks();
        }

        @Override
        public boolean suits(Contender contender) {
            return drain.suits(contender) && contender.can(idle(0));
        }

        private static Order idle(int worker) {
            return Drain.start(1).with("worker", "idle-" + worker);
        }

        @Override
        public void begin(Contender contender) {
            drain.begin(contender);
            Queues queues = Queues.of(redis, contender, IDLE_WORKERS * IDLE_QUEUES);
            for (int worker = 0; worker < IDLE_WORKERS; worker++) {
                Queues own = new Queues(redis,
                        queues.names().subList(worker * IDLE_QUEUES, (worker + 1) * IDLE_QUEUES));
                contender.ask(idle(worker).with("redis", redis.address()).with("queues", own.equal()));
            }
        }

        @Override
        public Round round(Contender contender, int count) {
            return drain.round(contender, count);
        }

        @Override
        public void end(Contender contender) {
            drain.end(contender);
        }
    }
}
