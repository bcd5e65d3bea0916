package io.github.asynqee.console.marker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** The markers of a Redis, kept there in a sorted set, a bounded number. */
public final class Markers {

    /** The key in Redis. */
    public static final String KEY = "asynq:console:markers";
    /** The maximum number of markers. */
    public static final int MAX = 500;
    /** Maximum number of characters of a text. */
    public static final int MAX_TEXT = 80;
    /** Later than all times of markers, Unix milliseconds. */
    private static final double LAST = 1e15;

    private final ConsoleRedis redis;

    public Markers(ConsoleRedis redis) {
        this.redis = redis;
    }

    /** A marker with the member of the set that holds it: ID, user and text, separated by line feeds. */
    private record Stored(String member, Marker marker) {}

    /**
     * The markers, the latest first.
     *
     * @param onlyOf the user whose markers are listed, {@code null} for all users
     */
    public List<Marker> all(String onlyOf) {
        return stored().stream().map(Stored::marker)
                .filter(marker -> onlyOf == null || marker.user().equals(name(onlyOf))).toList();
    }

    /** An entry whose score is not a valid time is skipped. */
    private List<Stored> stored() {
        List<?> reply = Replies.list(redis.executor().send(
                RedisCommand.command(Command.ZREVRANGE).key(KEY).arg(0).arg(-1).arg("WITHSCORES")));
        List<Stored> found = new ArrayList<>();
        for (int i = 0; i + 1 < reply.size(); i += 2) {
            String member = Replies.text(reply.get(i));
            String[] parts = member.split("\n", 3);
            String score = Replies.text(reply.get(i + 1));
            if (parts.length == 3 && !score.endsWith("inf") && Math.abs(Double.parseDouble(score)) < LAST) {
                Instant at = Instant.ofEpochMilli((long) Double.parseDouble(score));
                found.add(new Stored(member, new Marker(parts[0], at, parts[1], parts[2])));
            }
        }
        return found;
    }

    /**
     * Adds a marker. Beyond the maximum number, the oldest marker of the user is deleted. If the user has no other
     * marker, the oldest marker of the user with the most markers is deleted.
     *
     * @param at when it was
     * @param user who adds it
     * @param text at most {@link #MAX_TEXT} characters
     * @return the marker
     */
    public Marker add(Instant at, String user, String text) {
        Marker marker = new Marker(UUID.randomUUID().toString(), Instant.ofEpochMilli(at.toEpochMilli()),
                name(user), text);
        redis.executor().send(RedisCommand.command(Command.ZADD).key(KEY).arg(at.toEpochMilli())
                .arg(marker.id() + "\n" + marker.user() + "\n" + text));
        List<Stored> all = stored();
        surplus(all, marker).forEach(this::remove);
        return marker;
    }

    private static String name(String user) {
        return user.replace('\n', ' ');
    }

    private static List<Stored> surplus(List<Stored> all, Marker added) {
        int number = all.size() - MAX;
        if (number <= 0) {
            return List.of();
        }
        Map<String, List<Stored>> byUser = all.stream().filter(each -> !each.marker().id().equals(added.id()))
                .collect(Collectors.groupingBy(each -> each.marker().user()));
        List<Stored> of = byUser.getOrDefault(added.user(), byUser.values().stream()
                .max(Comparator.comparingInt(List::size)).orElseThrow());
        return of.subList(Math.max(0, of.size() - number), of.size());
    }

    private void remove(Stored stored) {
        redis.executor().send(RedisCommand.command(Command.ZREM).key(KEY).arg(stored.member()));
    }

    /**
     * Deletes a marker.
     *
     * @param id its ID
     * @param onlyOf the user whose marker it must be, {@code null} for any user
     * @return the marker; empty if there is no marker with this ID
     * @throws ProblemException with status 403 if it belongs to another user
     */
    public Optional<Marker> delete(String id, String onlyOf) {
        Optional<Stored> found = stored().stream().filter(each -> each.marker().id().equals(id)).findFirst();
        if (onlyOf != null && found.isPresent() && !found.get().marker().user().equals(name(onlyOf))) {
            throw new ProblemException(403, "scope", "Out of scope", "You may delete your own markers only.");
        }
        found.ifPresent(this::remove);
        return found.map(Stored::marker);
    }
}
