package io.github.asynqee.broker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.protocol.UndecodableMessageException;
import redis.clients.jedis.Protocol.Command;

/** ZSETs of the keys of those who are alive, by the time until which that is to be believed. */
final class LiveMembers {

    private static final Logger LOG = System.getLogger(LiveMembers.class.getName());

    private final RedisCalls calls;
    private final Clock clock;

    LiveMembers(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    /** Decodes one value; one that cannot be decoded is left out. */
    interface Decoder<T> {
        T decode(byte[] bytes) throws UndecodableMessageException;
    }

    /** Says that members are alive, and forgets those that are not. */
    List<RedisCall> announce(String zset, String member, Duration life) {
        long now = Times.seconds(clock.instant());
        return List.of(
                RedisCall.command(Command.ZADD).key(zset).arg(Times.seconds(clock.instant().plus(life))).arg(member),
                RedisCall.command(Command.ZREMRANGEBYSCORE).key(zset).arg("-inf").arg("(" + now));
    }

    static RedisCall withdraw(String zset, String member) {
        return RedisCall.command(Command.ZREM).key(zset).arg(member);
    }

    List<String> alive(String zset) {
        List<String> members = new ArrayList<>();
        Replies.list(calls.send(RedisCall.command(Command.ZRANGEBYSCORE).key(zset)
                .arg(Times.seconds(clock.instant())).arg("+inf")))
                .forEach(member -> members.add(Replies.text(member)));
        return members;
    }

    static <T> void decode(Object value, Decoder<T> decoder, List<T> into) {
        if (value == null) {
            return;
        }
        try {
            into.add(decoder.decode(Replies.bytes(value)));
        } catch (UndecodableMessageException e) {
            LOG.log(Level.WARNING, "left out: {0}", e.getMessage());
        }
    }
}
