package io.github.asynqee.bench.ceiling;

import java.util.Map;
import java.util.function.Supplier;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.EnqueueVerdict;

/** How fast Redis itself is at the data operations of the connector: a drain and enqueueing by a {@link Ceiling} client. */
public final class CeilingWorkload implements Workload {

    private static final String NAME = "ceiling";
    private static final String QUEUE = "bench-ceiling";
    private static final int TASKS = 100_000;
    private static final int CONNECTIONS = 4;
    private static final int[] BATCHES = { 32, 128 };

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int rounds() {
        return 5;
    }

    @Override
    public void run(Arena arena) {
        Ceiling ceiling;
        try {
            ceiling = Ceiling.build(NativeBuild.work());
        } catch (IllegalStateException e) {
            arena.absent(new Absence(Ceiling.NAME, NAME, e.getMessage()));
            return;
        }
        for (int batch : BATCHES) {
            String drain = "drain " + batch + " per call";
            String enqueue = "enqueue " + batch + " per call";
            for (int round = 0; round <= arena.rounds(); round++) {
                if (arena.wants(drain)) {
                    drain(arena, ceiling, drain, batch, round);
                }
                if (arena.wants(enqueue)) {
                    enqueue(arena, ceiling, enqueue, batch, round);
                }
            }
        }
        arena.redis().clear(QUEUE);
    }

    private static void drain(Arena arena, Ceiling ceiling, String setting, int batch, int round) {
        RedisMeter redis = arena.redis();
        redis.clear(QUEUE);
        redis.fill(QUEUE, arena.scaled(TASKS), Drain.SIZE);
        measure(arena, setting, round, () -> ceiling.drain(redis, QUEUE, CONNECTIONS, batch),
                () -> left(redis.leftovers(QUEUE)));
    }

    private static String left(String leftovers) {
        return leftovers.isEmpty() ? "" : "left behind: " + leftovers;
    }

    private static void enqueue(Arena arena, Ceiling ceiling, String setting, int batch, int round) {
        RedisMeter redis = arena.redis();
        int tasks = arena.scaled(TASKS);
        redis.clear(QUEUE);
        measure(arena, setting, round,
                () -> ceiling.enqueue(redis, QUEUE, CONNECTIONS, batch, tasks, Drain.SIZE),
                () -> new EnqueueVerdict(redis.pending(QUEUE), tasks).fault());
    }

    /** Round 0 is the warm-up. */
    private static void measure(Arena arena, String setting, int round, Supplier<Ceiling.Result> run,
            Supplier<String> fault) {
        int tasks = arena.scaled(TASKS);
        long before = arena.redis().cpuNanos();
        Ceiling.Result result = run.get();
        Map<String, Double> figures = Map.of("tasks/s", result.perSecond(), "redis-us/task",
                (arena.redis().cpuNanos() - before) / 1e3 / tasks);
        String counted = result.tasks() == tasks ? "" : "counted: %d of %d tasks".formatted(result.tasks(), tasks);
        if (round > 0) {
            arena.record(new Measurement(NAME, setting, Ceiling.NAME, round, figures,
                    counted.isEmpty() ? fault.get() : counted));
        }
    }
}
