package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.process.GoContenders;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Usage;

/**
 * Another task queue on Redis, for comparison. Its queues are its own, so it enqueues its tasks itself before it begins to
 * work: {@code drain} and {@code drain-tuned} at several concurrencies, the start latency of single tasks, and enqueueing.
 */
public final class DelayQueueWorkload implements Workload {

    private static final int TASKS = 50_000;
    private static final int SINGLE_TASKS = 200;
    private static final int[] CONCURRENCIES = { 10, 50, 100 };
    private static final int[] PRODUCERS = { 1, 8 };
    private static final int PATIENCE_MILLIS = 300_000;
    private static final String NAME = "delayqueue";
    private static final String TITLE = GoContenders.DELAY_QUEUE.title();

    private int queues;

    @Override
    public String name() {
        return NAME;
    }

    /** It is a contender in Go, though not one that others are measured beside. */
    @Override
    public boolean suits(List<String> kinds) {
        return kinds.contains("go");
    }

    /** What cannot be started is absent; what fails later is a failure of the workload. */
    @Override
    public void run(Arena arena) {
        Contender contender;
        try {
            contender = GoContenders.DELAY_QUEUE.start();
        } catch (IllegalStateException e) {
            arena.absent(new Absence(TITLE, NAME, e.getMessage()));
            return;
        }
        try (contender) {
            run(arena, contender);
        }
    }

    void run(Arena arena, Contender contender) {
        for (int round = 0; round <= arena.rounds(); round++) {
            for (int producers : PRODUCERS) {
                take(arena, "enqueue producers=" + producers, round, () -> enqueue(arena, contender, producers));
            }
            for (int concurrency : CONCURRENCIES) {
                Order start = Order.to("start").with("concurrency", concurrency);
                take(arena, "drain concurrency=" + concurrency, round, () -> drain(arena, contender, start));
                take(arena, "drain-tuned concurrency=" + concurrency, round,
                        () -> drain(arena, contender, start.with("tuned", true)));
            }
            take(arena, "a task every 50 ms", round, () -> latency(arena, contender));
        }
    }

    /** The first round is the warm-up. */
    private static void take(Arena arena, String setting, int round, Supplier<Round> turn) {
        if (!arena.wants(setting)) {
            return;
        }
        Round result = turn.get();
        if (round > 0) {
            arena.record(new Measurement(NAME, setting, TITLE, round, result.figures(), result.fault()));
        }
    }

    private String newQueue() {
        return "bench-delayqueue-" + ++queues;
    }

    private static Order enqueueing(Arena arena, String queue, int tasks, int producers) {
        return Order.to("enqueue").with("redis", arena.redis().address()).with("queue", queue).with("tasks", tasks)
                .with("mode", "single").with("producers", producers).with("size", Drain.SIZE);
    }

    private Round enqueue(Arena arena, Contender contender, int producers) {
        int tasks = arena.scaled(TASKS);
        Usage before = Usage.now(arena.redis(), contender);
        long nanos = contender.ask(enqueueing(arena, newQueue(), tasks, producers)).get("nanos");
        Map<String, Double> figures = new TreeMap<>(Usage.now(arena.redis(), contender).perTask(before, tasks));
        figures.put("tasks/s", tasks * 1e9 / nanos);
        arena.redis().command("FLUSHALL");
        return new Round(figures, "");
    }

    private Round drain(Arena arena, Contender contender, Order start) {
        int tasks = arena.scaled(TASKS);
        String queue = newQueue();
        contender.ask(Order.to("expect").with("tasks", tasks));
        contender.ask(enqueueing(arena, queue, tasks, 8));
        Usage before = Usage.now(arena.redis(), contender);
        return working(arena, contender, queue, start, () -> {
            Map<String, Long> tally = await(contender, tasks);
            Map<String, Double> figures = new TreeMap<>(Usage.now(arena.redis(), contender).perTask(before, tasks));
            long nanos = tally.getOrDefault("last", 0L) - tally.getOrDefault("first", 0L);
            if (nanos > 0) {
                figures.put("tasks/s", tasks * 1e9 / nanos);
            }
            return new Round(figures, fault(tally, tasks));
        });
    }

    private Round latency(Arena arena, Contender contender) {
        int tasks = arena.scaled(SINGLE_TASKS);
        String queue = newQueue();
        contender.ask(Order.to("expect").with("tasks", tasks));
        return working(arena, contender, queue, Order.to("start").with("concurrency", 10), () -> {
            contender.ask(Order.to("produce").with("redis", arena.redis().address()).with("queue", queue)
                    .with("tasks", tasks).with("size", Drain.SIZE).with("from", 25).with("to", 75));
            Map<String, Long> tally = await(contender, tasks);
            Map<String, Double> figures = new TreeMap<>();
            for (String quantile : List.of("p50", "p95", "p99", "max")) {
                figures.put(quantile + "-ms", tally.getOrDefault(quantile, 0L) / 1e6);
            }
            return new Round(figures, fault(tally, tasks));
        });
    }

    private static Round working(Arena arena, Contender contender, String queue, Order start, Supplier<Round> turn) {
        contender.ask(start.with("redis", arena.redis().address()).with("queues", queue + ":1"));
        try {
            return turn.get();
        } finally {
            contender.ask(Order.to("stop"));
            arena.redis().command("FLUSHALL");
        }
    }

    private static Map<String, Long> await(Contender contender, int tasks) {
        return contender.ask(Order.to("await").with("tasks", tasks).with("within", PATIENCE_MILLIS));
    }

    private static String fault(Map<String, Long> tally, int tasks) {
        boolean once = tally.get("distinct") == tasks && tally.get("duplicates") == 0 && tally.get("strangers") == 0;
        return once ? "" : "not each of " + tasks + " tasks was handled once: " + tally;
    }
}
