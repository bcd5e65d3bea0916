package io.github.asynqee.bench.redis;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.RedisMeter;

/**
 * A Redis that contenders reach by another address than the harness, which is as near to it as ever.
 *
 * @param redis the Redis
 * @param address where contenders find it
 */
public record FarRedis(RedisMeter redis, String address) implements RedisMeter {

    @Override
    public long cpuNanos() {
        return redis.cpuNanos();
    }

    @Override
    public Map<String, Long> calls() {
        return redis.calls();
    }

    @Override
    public long usedMemory() {
        return redis.usedMemory();
    }

    @Override
    public String command(String... words) {
        return redis.command(words);
    }

    @Override
    public String leftovers(String queue) {
        return redis.leftovers(queue);
    }

    @Override
    public void pause(String queue, boolean paused) {
        redis.pause(queue, paused);
    }

    @Override
    public void fill(String queue, int first, int tasks, int size, List<String> types) {
        redis.fill(queue, first, tasks, size, types);
    }

    @Override
    public List<Integer> pending(String queue) {
        return redis.pending(queue);
    }

    @Override
    public void clear(String queue) {
        redis.clear(queue);
    }

    @Override
    public List<String> queues() {
        return redis.queues();
    }
}
