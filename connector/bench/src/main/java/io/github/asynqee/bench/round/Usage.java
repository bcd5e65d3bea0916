package io.github.asynqee.bench.round;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.RedisMeter;

/**
 * The resources that Redis and a subject have used up to a moment.
 *
 * @param redisNanos processor time of Redis
 * @param workerNanos processor time of the subject
 * @param commands commands that Redis has run, including those inside scripts
 * @param scripts calls of scripts
 */
public record Usage(long redisNanos, long workerNanos, long commands, long scripts) {

    public static Usage now(RedisMeter redis, Subject subject) {
        long worker = subject.cpuNanos();
        long redisNanos = redis.cpuNanos();
        Map<String, Long> calls = redis.calls();
        return new Usage(redisNanos, worker, calls.values().stream().mapToLong(Long::longValue).sum(),
                calls.getOrDefault("eval", 0L) + calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("fcall", 0L));
    }

    /** The usage since an earlier moment, divided: per task, or per second. */
    public Map<String, Double> since(Usage earlier, double count, String unit) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("redis-us/" + unit, (redisNanos - earlier.redisNanos) / 1e3 / count);
        figures.put("worker-us/" + unit, (workerNanos - earlier.workerNanos) / 1e3 / count);
        figures.put("commands/" + unit, (commands - earlier.commands) / count);
        figures.put("calls/" + unit, (scripts - earlier.scripts) / count);
        return figures;
    }
}
