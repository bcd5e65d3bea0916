package io.github.asynqee.broker;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.broker.RedisCalls.Reply;
import redis.clients.jedis.Protocol.Command;

/** The earliest time in a zset whose scores are Unix seconds: tells without a script whether there is anything to do. */
final class EarliestScore {

    private EarliestScore() {}

    static RedisCall reading(String key) {
        return RedisCall.command(Command.ZRANGE).key(key).arg(0).arg(0).arg("WITHSCORES");
    }

    /** The time; {@code null} if the zset is empty. */
    static Instant of(Reply reply) {
        List<?> found = Replies.list(reply.get());
        return found.isEmpty() ? null : Times.ofScore(Replies.text(found.get(1)));
    }

    /** Whether the earliest time is not after another one. */
    static boolean isDue(TrackedReads reads, String key, Instant at) {
        Instant earliest = of(reads.read(List.of(reading(key))).get(0));
        return earliest != null && !earliest.isAfter(at);
    }
}
