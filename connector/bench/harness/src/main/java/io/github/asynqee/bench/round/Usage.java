package io.github.asynqee.bench.round;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;

/**
 * What Redis and a contender have used up to a moment.
 *
 * @param redisNanos processor time of Redis
 * @param workerNanos processor time of the contender
 * @param calls calls by command, those inside scripts included
 */
public record Usage(long redisNanos, long workerNanos, Map<String, Long> calls) {

    /**
     * Reads what has been used so far.
     *
     * @param redis of which Redis
     * @param contender of which contender
     * @return both, with the calls
     */
    public static Usage now(RedisMeter redis, Contender contender) {
        long worker = contender.cpuNanos();
        return new Usage(redis.cpuNanos(), worker, redis.calls());
    }

    /**
     * What each of some tasks has cost since then.
     *
     * @param earlier what had been used before the first one
     * @param tasks how many there were
     * @return the figures {@code redis-us/task}, {@code worker-us/task}, {@code commands/task} and {@code calls/task}
     */
    public Map<String, Double> perTask(Usage earlier, int tasks) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("redis-us/task", (redisNanos - earlier.redisNanos) / 1e3 / tasks);
        figures.put("worker-us/task", (workerNanos - earlier.workerNanos) / 1e3 / tasks);
        figures.put("commands/task", (double) (all() - earlier.all()) / tasks);
        figures.put("calls/task", (double) (scripts() - earlier.scripts()) / tasks);
        return figures;
    }

    private long all() {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Scripts cannot call scripts, so these come from outside; of other commands one cannot tell. */
    private long scripts() {
        return calls.getOrDefault("eval", 0L) + calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("fcall", 0L);
    }
}
