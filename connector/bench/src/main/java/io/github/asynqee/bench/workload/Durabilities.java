package io.github.asynqee.bench.workload;

import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Skipped;
import io.github.asynqee.bench.round.RoundRobin;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Workload;
import io.github.asynqee.bench.subject.Command;

/** Enqueueing without waiting, by one thread, with each durability, in a Redis that can confirm all durabilities. */
record Durabilities() implements Workload {

    private static final int ROUNDS = 3;
    /** Level to number of tasks. With appendfsync everysec the disk confirms all tasks in flight once a second. */
    private static final Map<String, Integer> LEVELS = Map.of("memory", 100_000, "replica", 100_000, "disk", 1_000);

    @Override
    public String name() {
        return "durability";
    }

    @Override
    public int rounds() {
        return ROUNDS;
    }

    @Override
    public void run(RunContext run) {
        try (RedisMeter redis = RedisMeter.startDurable()) {
            try {
                Stream.of("memory", "replica", "disk").forEach(level -> measure(run.on(redis), level));
            } finally {
                run.stopAll();
            }
        }
    }

    private void measure(RunContext run, String level) {
        String setting = "durability=" + level;
        if (run.wants(setting) && level.equals("disk") && !run.redis().knows("waitaof")) {
            run.skipped().accept(new Skipped(setting, name(),
                    "WAITAOF needs Redis 7.2 or later, this is " + run.redis().version()));
            return;
        }
        RoundRobin.measure(name(), new Sending(run, setting, LEVELS.get(level),
                "mp.messaging.outgoing.tasks.durability=" + level,
                Command.of("enqueue").with("mode", "coalesced").with("by", "emitter").with("producers", 1)));
    }
}
