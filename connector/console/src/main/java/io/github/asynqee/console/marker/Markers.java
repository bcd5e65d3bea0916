package io.github.asynqee.console.marker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** The markers of a Redis, kept there in a sorted set; those with the latest times, a bounded number. */
public final class Markers {

    /** The key in Redis. */
    public static final String KEY = "asynq:console:markers";
    /** The maximum number of markers. */
    public static final int MAX = 500;
    /** Characters of a text. */
    public static final int MAX_TEXT = 80;

    private final ConsoleRedis redis;

    public Markers(ConsoleRedis redis) {
        this.redis = redis;
    }

    /** A marker with the member of the set that holds it: ID, user and text, separated by line feeds. */
    private record Stored(String member, Marker marker) {}

    /** All markers, the latest first. */
    public List<Marker> all() {
        return stored().stream().map(Stored::marker).toList();
    }

    private List<Stored> stored() {
        List<?> reply = Replies.list(redis.executor().send(
                RedisCommand.command(Command.ZREVRANGE).key(KEY).arg(0).arg(MAX - 1L).arg("WITHSCORES")));
        List<Stored> found = new ArrayList<>();
        for (int i = 0; i + 1 < reply.size(); i += 2) {
            String member = Replies.text(reply.get(i));
            String[] parts = member.split("\n", 3);
            if (parts.length == 3) {
                Instant at = Instant.ofEpochMilli((long) Double.parseDouble(Replies.text(reply.get(i + 1))));
                found.add(new Stored(member, new Marker(parts[0], at, parts[1], parts[2])));
            }
        }
        return found;
    }

    /**
     * Adds a marker; beyond the maximum number the oldest is deleted.
     *
     * @param at when it was
     * @param user who adds it
     * @param text at most {@link #MAX_TEXT} characters
     * @return the marker
     */
    public Marker add(Instant at, String user, String text) {
        Marker marker = new Marker(UUID.randomUUID().toString(), Instant.ofEpochMilli(at.toEpochMilli()),
                user.replace('\n', ' '), text);
        redis.executor().send(List.of(
                RedisCommand.command(Command.ZADD).key(KEY).arg(at.toEpochMilli())
                        .arg(marker.id() + "\n" + marker.user() + "\n" + text),
                RedisCommand.command(Command.ZREMRANGEBYRANK).key(KEY).arg(0).arg(-MAX - 1L))).forEach(Reply::get);
        return marker;
    }

    /**
     * Deletes a marker.
     *
     * @param id its ID
     * @return the marker; empty if there is none with this ID
     */
    public Optional<Marker> delete(String id) {
        Optional<Stored> found = stored().stream().filter(each -> each.marker().id().equals(id)).findFirst();
        found.ifPresent(each -> redis.executor()
                .send(RedisCommand.command(Command.ZREM).key(KEY).arg(each.member())));
        return found.map(Stored::marker);
    }
}
