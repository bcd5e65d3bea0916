package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import redis.clients.jedis.Protocol.Command;

/** Reads the earliest time in a ZSET whose scores are Unix seconds, to avoid script calls while nothing is due. */
final class EarliestScore {

    private EarliestScore() {}

    static RedisCommand reading(String key) {
        return RedisCommand.command(Command.ZRANGE).key(key).arg(0).arg(0).arg("WITHSCORES");
    }

    /** The time; {@code null} if the ZSET is empty. */
    static Instant of(Reply reply) {
        List<?> found = Replies.list(reply.get());
        if (found.isEmpty()) {
            return null;
        }
        // RESP3 has a pair for each member
        return UnixTime.ofScore(found.get(0) instanceof List<?> pair ? pair.get(1).toString()
                : Replies.text(found.get(1)));
    }

    /** Whether the earliest time is not after another one. */
    static boolean isDue(TrackedReads reads, String key, Instant at) {
        Instant earliest = of(reads.read(List.of(reading(key))).get(0));
        return earliest != null && !earliest.isAfter(at);
    }
}
