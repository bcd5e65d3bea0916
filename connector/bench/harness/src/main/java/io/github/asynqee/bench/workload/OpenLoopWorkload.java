package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Turns;

/**
 * Tasks that are enqueued at a steady rate whatever happens. Latency counts from when a task should have been enqueued:
 * whoever falls behind, producer or contender, is seen. {@code tasks/s} is the rate at which tasks were started.
 */
public final class OpenLoopWorkload implements Workload {

    private static final int SECONDS = 5;
    private static final int[] RATES = { 1_000, 5_000 };

    @Override
    public String name() {
        return "open-loop";
    }

    @Override
    public void run(Arena arena) {
        for (int rate : RATES) {
            Turns.take(arena, name(), new Produced(arena, "rate=" + rate, Order.to("produce").with("rate", rate),
                    rate * arena.scaled(SECONDS)));
        }
    }
}
