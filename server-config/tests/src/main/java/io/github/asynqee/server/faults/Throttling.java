package io.github.asynqee.server.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.server.faults.app.Effects;
import redis.clients.jedis.RedisClient;

/**
 * Which throttled tasks were stored, and which were rejected.
 *
 * @param stored for each key, when Redis confirmed its tasks, ordered by when their producers began
 * @param refused tasks that the producer reported as rejected
 */
record Throttling(Map<String, List<Stored>> stored, Set<String> refused) {

    /** By how much two Redis servers of this machine can differ about a time. */
    private static final long INACCURATE_MICROS = 100_000;

    /** A task that was stored between two times, in microseconds. */
    record Stored(String id, long after, long before) {}

    static Throttling of(RedisClient redis) {
        return of(redis.lrange(Effects.THROTTLED, 0, -1), redis.smembers(Effects.REFUSED));
    }

    private static Throttling of(List<String> lines, Set<String> refused) {
        Map<String, List<Stored>> stored = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ");
            stored.computeIfAbsent(parts[0], key -> new ArrayList<>())
                    .add(new Stored(parts[1], Long.parseLong(parts[2]), Long.parseLong(parts[3])));
        }
        stored.values().forEach(tasks -> tasks.sort(Comparator.comparingLong(Stored::after)));
        return new Throttling(stored, refused);
    }

    /** Tasks that were stored sooner after another one of their key than in a time, also if that was as early as it can have been. */
    List<String> tooClose(Duration window) {
        long micros = TimeUnit.NANOSECONDS.toMicros(window.toNanos()) - INACCURATE_MICROS;
        List<String> close = new ArrayList<>();
        stored.forEach((key, tasks) -> {
            for (int i = 1; i < tasks.size(); i++) {
                Stored one = tasks.get(i - 1);
                Stored other = tasks.get(i);
                if (Math.max(other.before() - one.after(), one.before() - other.after()) < micros) {
                    close.add(key + ": " + one + ", " + other);
                }
            }
        });
        return close;
    }

    /** Tasks that have run although they were refused. */
    List<String> ranRefused(Set<String> ran) {
        return refused.stream().filter(ran::contains).sorted().toList();
    }

    /** How many keys had more than one stored task. */
    long keysAgain() {
        return stored.values().stream().filter(tasks -> tasks.size() > 1).count();
    }
}
