package io.github.asynqee.internal.inspect.task;

import java.time.Instant;

import io.github.asynqee.internal.redis.SettleBatch;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** The limits of the archive, as arguments of scripts. */
public final class ArchiveLimits {

    private ArchiveLimits() {}

    /** Adds the limits as arguments: the oldest time to keep, and the exclusive maximum size. */
    public static RedisCommand add(RedisCommand command, Instant now) {
        return command.arg(UnixTime.seconds(now.minus(UnixTime.KEPT))).arg(SettleBatch.MAX_ARCHIVE_SIZE);
    }
}
