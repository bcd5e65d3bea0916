package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.process.Baselines;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Turns;

/** Tasks with handlers that do nothing, at several concurrencies. */
public final class DrainWorkload implements Workload {

    private static final int TASKS = 100_000;
    private static final int[] CONCURRENCIES = { 10, 50, 100 };

    private final String name;
    private final boolean tuned;
    private final Predicate<Contender> who;

    private DrainWorkload(String name, boolean tuned, Predicate<Contender> who) {
        this.name = name;
        this.tuned = tuned;
        this.who = who;
    }

    /** @return the workload {@code drain}: everybody, with default settings */
    public static DrainWorkload defaults() {
        return new DrainWorkload("drain", false, contender -> true);
    }

    /** @return the workload {@code drain-tuned}: those for whom more can be set than the concurrency, at their best */
    public static DrainWorkload tuned() {
        return new DrainWorkload("drain-tuned", true, Baselines::includes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int rounds() {
        return tuned ? 2 : 3;
    }

    @Override
    public boolean suits(List<String> kinds) {
        return !tuned || kinds.contains("go");
    }

    @Override
    public void run(Arena arena) {
        for (int concurrency : CONCURRENCIES) {
            Order start = tuned ? Drain.start(concurrency).with("tuned", true) : Drain.start(concurrency);
            Turns.take(arena, name, new Drain(arena.redis(), "concurrency=" + concurrency, start, arena.scaled(TASKS),
                    Drain.SIZE).onlyFor(who));
        }
    }
}
