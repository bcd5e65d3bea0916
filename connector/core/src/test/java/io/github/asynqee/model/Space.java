package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.asynqee.model.Value.Expiry;
import io.github.asynqee.model.Value.Type;

/**
 * A Redis key space in memory, with the few commands asynq needs; all names and values are {@link Raw}. Knows what was
 * changed since it was last asked, so that the same changes can be made elsewhere.
 */
final class Space {

    private final SortedMap<String, Value> values = new TreeMap<>();
    private final Map<String, Value> touched = new LinkedHashMap<>();

    // ---- keys

    boolean exists(String key) {
        return values.containsKey(key);
    }

    /** What a key holds, {@code null} if it does not exist. */
    Value value(String key) {
        return values.get(key);
    }

    int size() {
        return values.size();
    }

    SortedSet<String> keys() {
        return new TreeSet<>(values.keySet());
    }

    boolean del(String key) {
        touch(key);
        return values.remove(key) != null;
    }

    /** Replaces whatever the key held. */
    void put(String key, Value value) {
        touch(key);
        values.put(key, value);
    }

    void expire(String key, Expiry expiry) {
        if (exists(key)) {
            touch(key);
            values.get(key).expiry(expiry);
        }
    }

    /** Deletes what has expired. */
    void expireUntil(long nanos) {
        keys().stream().filter(key -> value(key).expiry().at() <= nanos).forEach(this::del);
    }

    // ---- strings

    String get(String key) {
        return exists(key) ? of(key, Type.STRING).text() : null;
    }

    void set(String key, String text) {
        del(key);
        touched(key, Type.STRING).text(text);
    }

    // ---- lists

    List<String> lrange(String key) {
        return exists(key) ? List.copyOf(of(key, Type.LIST).list()) : List.of();
    }

    void lpush(String key, String element) {
        touched(key, Type.LIST).list().add(0, element);
    }

    void rpush(String key, String element) {
        touched(key, Type.LIST).list().add(element);
    }

    String rpop(String key) {
        List<String> list = touched(key, Type.LIST).list();
        String last = list.isEmpty() ? null : list.remove(list.size() - 1);
        tidy(key);
        return last;
    }

    boolean lrem(String key, String element) {
        boolean removed = touched(key, Type.LIST).list().removeIf(element::equals);
        tidy(key);
        return removed;
    }

    // ---- sets

    void sadd(String key, String member) {
        touched(key, Type.SET).fields().put(member, "");
    }

    void srem(String key, String member) {
        touched(key, Type.SET).fields().remove(member);
        tidy(key);
    }

    Set<String> smembers(String key) {
        return exists(key) ? new HashSet<>(of(key, Type.SET).fields().keySet()) : Set.of();
    }

    // ---- hashes

    String hget(String key, String field) {
        return exists(key) ? of(key, Type.HASH).fields().get(field) : null;
    }

    void hset(String key, String field, String value) {
        touched(key, Type.HASH).fields().put(field, value);
    }

    void hdel(String key, String field) {
        touched(key, Type.HASH).fields().remove(field);
        tidy(key);
    }

    Collection<String> hvals(String key) {
        return exists(key) ? List.copyOf(of(key, Type.HASH).fields().values()) : List.of();
    }

    // ---- sorted sets

    /** Adds or moves a member; tells whether it is new. */
    boolean zadd(String key, double score, String member) {
        return touched(key, Type.ZSET).scores().put(member, score) == null;
    }

    boolean zrem(String key, String member) {
        boolean removed = touched(key, Type.ZSET).scores().remove(member) != null;
        tidy(key);
        return removed;
    }

    Double zscore(String key, String member) {
        return exists(key) ? of(key, Type.ZSET).scores().get(member) : null;
    }

    /** All members, lowest score first. */
    List<String> zrange(String key) {
        return exists(key) ? of(key, Type.ZSET).ranked() : List.of();
    }

    /** The members up to a score, lowest first. */
    List<String> zrangeUpTo(String key, double max) {
        return zrange(key).stream().filter(member -> zscore(key, member) <= max).toList();
    }

    // ---- changes

    private Value of(String key, Type type) {
        Value value = values.get(key);
        if (value.type() != type) {
            throw new IllegalStateException("WRONGTYPE: " + Raw.readable(key) + " is a " + value.type());
        }
        return value;
    }

    private Value touched(String key, Type type) {
        touch(key);
        values.computeIfAbsent(key, absent -> new Value(type));
        return of(key, type);
    }

    private void tidy(String key) {
        if (values.get(key).isEmpty()) {
            values.remove(key);
        }
    }

    private void touch(String key) {
        if (!touched.containsKey(key)) {
            touched.put(key, exists(key) ? values.get(key).copy() : null);
        }
    }

    /** The keys touched since this was last called, each with what it held before: {@code null} if it did not exist. */
    Map<String, Value> changes() {
        Map<String, Value> changes = new LinkedHashMap<>(touched);
        touched.clear();
        return changes;
    }

    /** Lines of text about each key that is different, none if all are the same. */
    List<String> differences(Space actual, long slackMillis) {
        SortedSet<String> keys = keys();
        keys.addAll(actual.keys());
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            Value mine = value(key);
            Value other = actual.value(key);
            if (mine == null || other == null || !mine.sameContent(other)) {
                lines.add("%s%n    expected %s%n    but was  %s".formatted(Raw.text(key), mine, other));
            } else if (!mine.expiry().sameAs(other.expiry(), slackMillis)) {
                lines.add("%s%n    expected %s%n    but was  %s".formatted(Raw.text(key), mine.expiry(),
                        other.expiry()));
            }
        }
        return lines;
    }
}
