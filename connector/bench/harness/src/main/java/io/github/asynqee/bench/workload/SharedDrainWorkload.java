package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Turns;

/**
 * A drain of a queue that five channels share: tasks of five kinds in equal shares, one after the other, with handlers that
 * do nothing. Each channel has the concurrency of the setting.
 */
public final class SharedDrainWorkload implements Workload {

    /** The beginnings of the types. */
    static final List<String> PREFIXES = List.of("a:", "b:", "c:", "d:", "e:");

    private static final int TASKS = 100_000;
    private static final int[] CONCURRENCIES = { 10, 50 };

    @Override
    public String name() {
        return "shared-drain";
    }

    @Override
    public void run(Arena arena) {
        for (int concurrency : CONCURRENCIES) {
            Turns.take(arena, name(), new Drain(arena.redis(), "channels=5 concurrency=" + concurrency + " each",
                    start(concurrency), arena.scaled(TASKS), Drain.SIZE).ofTypes(types()));
        }
    }

    /** How a contender is started that has a channel for each kind. */
    static Order start(int concurrency) {
        return Drain.start(concurrency).with("channels", String.join(",", PREFIXES));
    }

    /** A type of each kind. */
    static List<String> types() {
        return PREFIXES.stream().map(prefix -> prefix + "task").toList();
    }
}
