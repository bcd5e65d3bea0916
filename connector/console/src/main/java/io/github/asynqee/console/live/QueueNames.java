package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/**
 * The names of the queues. If there are many, they are listed only when their number has changed, and twice a minute.
 */
final class QueueNames {

    private static final Duration AGE = Duration.ofSeconds(30);
    /** Up to this number, the names are listed at each reading. */
    private static final long FEW = 1_000;

    private final ConsoleRedis redis;
    private final Clock clock;
    private List<String> names = List.of();
    private long listed;
    private Instant listedAt = Instant.MIN;

    QueueNames(ConsoleRedis redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
    }

    List<String> get() {
        long number = Replies.number(redis.executor()
                .send(RedisCommand.command(Command.SCARD).key(GlobalKeys.QUEUES)));
        Instant now = clock.instant();
        if (number <= FEW || number != listed || listedAt.isBefore(now.minus(AGE))) {
            names = redis.inspector().queues().names();
            listed = number;
            listedAt = now;
        }
        return names;
    }
}
