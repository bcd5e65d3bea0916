package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.CpuShare;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Skipped;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RoundRobin;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.internal.shard.Shards;

/**
 * One queue with shards on a Cluster whose masters may each use only a share of a core, so that Redis limits the
 * throughput. {@code redis-share-%} is the percentage of these shares that Redis has used.
 */
final class ShardedDrain extends Drain {

    private static final int CONCURRENCY = 100;
    private static final int SHARDS = 64;
    /** Percentage of a core for each master: four masters leave most of two cores to the subject. */
    private static final int PERCENT = 10;
    private static final int TASKS = 100_000;
    private static final String LIMIT = "Redis with a share of a core";

    private final CpuShare share;

    private ShardedDrain(RunContext run, String name, CpuShare share) {
        super(run, name, TASKS, concurrency(CONCURRENCY).with("shards", SHARDS));
        this.share = share;
    }

    /** Measures all subjects on its own Cluster; reports if this machine cannot limit its masters. */
    static void measure(RunContext run, String workload, int masters) {
        String name = "masters=%d shards=%d share=%d%% concurrency=%d".formatted(masters, SHARDS, PERCENT,
                CONCURRENCY);
        if (!run.wants(name)) {
            return;
        }
        Map<String, Integer> shards = run.subjects().stream().map(Queues::name)
                .collect(Collectors.toMap(Function.identity(), queue -> SHARDS));
        try (RedisMeter cluster = RedisMeter.startCluster(masters, shards)) {
            try (CpuShare share = cluster.limit(PERCENT)) {
                RoundRobin.measure(workload, new ShardedDrain(run.on(cluster), name, share));
            } catch (CpuShare.RefusedException e) {
                run.skipped().accept(new Skipped(LIMIT, workload, e.getMessage()));
            } finally {
                run.stopAll();
            }
        }
    }

    @Override
    List<String> queues(Subject subject) {
        return Shards.names(Queues.name(subject), SHARDS);
    }

    @Override
    protected Round round(Subject subject, int count) {
        Round round = super.round(subject, count);
        Double rate = round.figures().get("tasks/s");
        return rate == null ? round : round.with(Map.of("redis-share-%",
                100 * rate * round.figures().get("redis-us/task") / 1e6 / share.cores()));
    }
}
