package io.github.asynqee.server.faults;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.server.faults.app.Effects;
import redis.clients.jedis.RedisClient;

/**
 * How fairly tasks of small tenants ran beside the tasks of a large tenant.
 *
 * @param small tasks of small tenants that have started
 * @param passedOver tasks of small tenants that a hundred others overtook between their storing and their start
 */
record Turns(int small, List<String> passedOver) {

    private static final int MANY = 100;

    static Turns of(RedisClient redis) {
        return of(redis.hgetAll(Effects.STORED), redis.lrange(Effects.STARTS, 0, -1));
    }

    /**
     * Compares when tasks were stored with the starts of other tasks.
     *
     * @param stored when each task of a small tenant was stored
     * @param began all starts, as {@code <ID> <time>}
     */
    static Turns of(Map<String, String> stored, List<String> began) {
        Map<String, Long> first = new HashMap<>();
        for (String start : began) {
            int end = start.indexOf(' ');
            first.merge(start.substring(0, end), Long.valueOf(start.substring(end + 1)), Math::min);
        }
        long[] starts = first.values().stream().mapToLong(Long::longValue).sorted().toArray();
        List<String> small = stored.keySet().stream().filter(first::containsKey).sorted().toList();
        return new Turns(small.size(), small.stream()
                .filter(task -> before(starts, first.get(task))
                        - before(starts, Long.parseLong(stored.get(task))) > MANY)
                .toList());
    }

    private static int before(long[] times, long time) {
        int found = Arrays.binarySearch(times, time);
        return found < 0 ? -found - 1 : found;
    }

    /**
     * Whether tasks of small tenants had their turns. Up to a tenth may be overtaken, because a dead server held their
     * capacity.
     */
    boolean taken() {
        return small > 0 && passedOver.size() * 10 <= small;
    }
}
