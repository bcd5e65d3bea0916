package io.github.asynqee.server.faults;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.server.faults.app.Effects;
import redis.clients.jedis.RedisClient;

/**
 * How tasks of small tenants had their turns beside those of a large one.
 *
 * @param small tasks of small tenants that have started
 * @param passedOver those of them for which a hundred others started between their storing and their start
 */
record Turns(int small, List<String> passedOver) {

    private static final int MANY = 100;

    static Turns of(RedisClient redis) {
        Map<String, Long> first = new HashMap<>();
        for (String start : redis.lrange(Effects.STARTS, 0, -1)) {
            int end = start.indexOf(' ');
            first.merge(start.substring(0, end), Long.valueOf(start.substring(end + 1)), Math::min);
        }
        long[] starts = first.values().stream().mapToLong(Long::longValue).sorted().toArray();
        Map<String, String> stored = redis.hgetAll(Effects.STORED);
        stored.keySet().retainAll(first.keySet());
        return new Turns(stored.size(), stored.entrySet().stream()
                .filter(task -> before(starts, first.get(task.getKey()))
                        - before(starts, Long.parseLong(task.getValue())) > MANY)
                .map(Map.Entry::getKey).sorted().toList());
    }

    private static int before(long[] times, long time) {
        int found = Arrays.binarySearch(times, time);
        return found < 0 ? -found - 1 : found;
    }

    /** Whether tasks of small tenants had their turns, except a tenth of them, for which a server that died had the places. */
    boolean taken() {
        return small > 0 && passedOver.size() * 10 <= small;
    }
}
