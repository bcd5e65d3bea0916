package io.github.asynqee.bench.workload;

import java.util.function.BiFunction;

import io.github.asynqee.bench.redis.Environment;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.round.RoundRobin;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Workload;

/**
 * The same setting with each kind of Redis.
 *
 * @param name the name of the workload
 * @param setting makes the setting for a run on a kind of Redis, with a name for reports
 */
record Environments(String name, BiFunction<RunContext, String, Setting> setting) implements Workload {

    private static final int ROUNDS = 3;

    @Override
    public int rounds() {
        return ROUNDS;
    }

    @Override
    public void run(RunContext run) {
        for (Environment environment : Environment.values()) {
            String text = "redis=" + environment;
            if (run.wants(text)) {
                try (RedisMeter redis = RedisMeter.start(environment)) {
                    try {
                        RoundRobin.measure(name, setting.apply(run.on(redis), text));
                    } finally {
                        run.stopAll();
                    }
                }
            }
        }
    }
}
