package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Turns;

/** Single tasks with random pauses between them, so that each finds its worker idle. */
public final class IdleLatencyWorkload implements Workload {

    private static final int TASKS = 15;

    private final int fromMillis;
    private final int toMillis;

    /** Pauses of 1 to 3 s. */
    public IdleLatencyWorkload() {
        this(1_000, 3_000);
    }

    IdleLatencyWorkload(int fromMillis, int toMillis) {
        this.fromMillis = fromMillis;
        this.toMillis = toMillis;
    }

    @Override
    public String name() {
        return "idle-latency";
    }

    @Override
    public int rounds() {
        return 2;
    }

    @Override
    public void run(Arena arena) {
        Turns.take(arena, name(), new Produced(arena, "pauses=" + fromMillis + "-" + toMillis + "ms",
                Order.to("produce").with("from", fromMillis).with("to", toMillis), arena.scaled(TASKS)));
    }
}
