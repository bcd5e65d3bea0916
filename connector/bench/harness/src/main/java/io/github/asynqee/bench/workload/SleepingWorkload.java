package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Turns;

/**
 * Handlers that wait, as handlers do that call others. In Java they wait in virtual threads if Java has them: the setting
 * says which threads those are, and does not concern Go.
 */
public final class SleepingWorkload implements Workload {

    private static final int VIRTUAL_SINCE = 21;

    @Override
    public String name() {
        return "sleeping";
    }

    @Override
    public void run(Arena arena) {
        take(arena, 10, 100, 30_000);
        take(arena, 20, 1_000, 50_000);
        take(arena, 100, 1_000, 30_000);
    }

    private void take(Arena arena, int millis, int concurrency, int tasks) {
        String threads = Runtime.version().feature() >= VIRTUAL_SINCE ? "virtual" : "platform";
        Order start = Order.to("start")
                .with("concurrency", concurrency)
                .with("handler", "sleep")
                .with("sleep", millis);
        Turns.take(arena, name(), new Drain(arena.redis(),
                "sleep=%dms concurrency=%d threads=%s".formatted(millis, concurrency, threads), start,
                arena.scaled(tasks), Drain.SIZE).preferring(order -> order.with("threads", threads)));
    }
}
