package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Turns;

/** Tasks with larger payloads. */
public final class PayloadWorkload implements Workload {

    private static final int CONCURRENCY = 50;
    private static final int KILO = 1_024;

    @Override
    public String name() {
        return "payload";
    }

    @Override
    public void run(Arena arena) {
        take(arena, "1KB", KILO, 20_000);
        take(arena, "64KB", 64 * KILO, 2_000);
        take(arena, "1MB", KILO * KILO, 200);
    }

    private void take(Arena arena, String label, int size, int tasks) {
        Turns.take(arena, name(), new Drain(arena.redis(), "payload=" + label, Drain.start(CONCURRENCY),
                arena.scaled(tasks), size));
    }
}
