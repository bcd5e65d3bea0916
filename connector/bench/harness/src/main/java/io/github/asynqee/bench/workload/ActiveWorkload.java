package io.github.asynqee.bench.workload;

import java.util.HashMap;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.redis.HeldTasks;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;

/** A drain while other tasks of the same queue are active for long: what ends a task must not search for it. */
public final class ActiveWorkload implements Workload {

    private static final int TASKS = 50_000;
    private static final int CONCURRENCY = 50;
    private static final int[] HELD = { 10, 10_000 };

    @Override
    public String name() {
        return "active";
    }

    @Override
    public void run(Arena arena) {
        for (int held : HELD) {
            Drain drain = new Drain(arena.redis(), "active=" + held, Drain.start(CONCURRENCY), arena.scaled(TASKS),
                    Drain.SIZE);
            Turns.take(arena, name(), new Beside(drain, arena.redis(), held, new HashMap<>()));
        }
    }

    /** A drain of a queue in which some tasks are held. */
    private record Beside(Drain drain, RedisMeter redis, int held,
            Map<Contender, HeldTasks> holding) implements Setting {

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
            return drain.suits(contender);
        }

        @Override
        public void begin(Contender contender) {
            redis.fill(Drain.queue(contender), held, Drain.SIZE);
            holding.put(contender, HeldTasks.take(redis, Drain.queue(contender), held));
            drain.begin(contender);
        }

        @Override
        public Round round(Contender contender, int count) {
            holding.values().forEach(HeldTasks::extend);
            return drain.round(contender, count);
        }

        @Override
        public void end(Contender contender) {
            HeldTasks tasks = holding.remove(contender);
            if (tasks != null) {
                tasks.close();
            }
            drain.end(contender);
        }
    }
}
