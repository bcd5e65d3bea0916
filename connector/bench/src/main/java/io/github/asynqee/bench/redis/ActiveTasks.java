package io.github.asynqee.bench.redis;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.protocol.QueueKeys;

/** Makes pending tasks active until their queue is deleted. Their leases expire later than any workload ends. */
public final class ActiveTasks {

    private static final Duration LEASE = Duration.ofHours(6);
    private static final int BATCH = 500;
    private static final String EXTEND = """
            for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
              redis.call('ZADD', KEYS[1], ARGV[1], id)
            end
            """;

    private ActiveTasks() {}

    /**
     * Takes tasks that are pending in a queue.
     *
     * @throws IllegalStateException if there are fewer tasks
     */
    public static void hold(RedisMeter redis, String queue, int count) {
        int held = 0;
        while (held < count) {
            int more = redis.broker().workerCommands().dequeue(queue, Math.min(BATCH, count - held)).leases().size();
            if (more == 0) {
                throw new IllegalStateException("only " + held + " pending tasks in " + queue);
            }
            held += more;
        }
        redis.command("EVAL", EXTEND, "1", QueueKeys.of(queue).lease(),
                String.valueOf(Instant.now().plus(LEASE).getEpochSecond()));
    }
}
