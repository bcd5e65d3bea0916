package io.github.asynqee.bench.round;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;

/**
 * Tasks that another process enqueues one by one while the contender works; what counts is how soon each is started.
 * Before the first round the contender has worked for a while, so that its code is compiled.
 */
public final class Produced implements Setting {

    private static final int CONCURRENCY = 10;
    private static final Order START = Drain.start(CONCURRENCY);
    private static final Order WARM_UP = Order.to("produce").with("rate", 1_000);
    private static final int WARM_UP_TASKS = 5_000;
    private static final int WARM_UP_SHARE = 10;

    private final Arena arena;
    private final String pace;
    private final Order produce;
    private final int tasks;

    /**
     * Sets it up.
     *
     * @param arena where
     * @param pace what is varied
     * @param produce the pace as an order to the producer, without queue and tasks
     * @param tasks how many tasks
     */
    public Produced(Arena arena, String pace, Order produce, int tasks) {
        this.arena = arena;
        this.pace = pace;
        this.produce = produce;
        this.tasks = tasks;
    }

    @Override
    public String name() {
        return pace + " concurrency=" + CONCURRENCY + " producer=" + arena.producer().id();
    }

    @Override
    public int tasks() {
        return tasks;
    }

    /** Short: {@link #begin} has warmed up already. */
    @Override
    public int warmUp() {
        return Math.max(1, tasks / WARM_UP_SHARE);
    }

    @Override
    public boolean suits(Contender contender) {
        return contender.can(START);
    }

    @Override
    public void begin(Contender contender) {
        contender.ask(START.with("redis", arena.redis().address()).with("queues", Drain.queue(contender) + ":1"));
        Round warmUp = handle(contender, WARM_UP, arena.scaled(WARM_UP_TASKS));
        if (!warmUp.isValid()) {
            throw new IllegalStateException("warm-up: " + warmUp.fault());
        }
    }

    @Override
    public Round round(Contender contender, int count) {
        return handle(contender, produce, count);
    }

    private Round handle(Contender contender, Order pacing, int count) {
        String queue = Drain.queue(contender);
        Handling handling = new Handling(arena.redis(), contender, List.of(queue), count);
        contender.ask(Order.to("expect").with("tasks", count));
        handling.begin();
        arena.producer().ask(pacing.with("redis", arena.redis().address())
                .with("queue", queue)
                .with("tasks", count)
                .with("first", 0)
                .with("size", Drain.SIZE));
        return handling.end().with(latencies(handling.tally()));
    }

    /**
     * What a tally says of the time from when tasks could have been started to when they were.
     *
     * @param tally what a contender has counted
     * @return the figures {@code p50-ms} and so on
     */
    public static Map<String, Double> latencies(Map<String, Long> tally) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : List.of("p50", "p95", "p99", "max")) {
            if (tally.containsKey(name)) {
                figures.put(name + "-ms", tally.get(name) / 1e6);
            }
        }
        return figures;
    }

    @Override
    public void end(Contender contender) {
        Drain.stop(contender, arena.redis());
    }
}
