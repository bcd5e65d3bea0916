package io.github.asynqee.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.asynqee.record.Value.Expiry;
import io.github.asynqee.record.Value.Type;

/**
 * A Redis key space in memory, with the commands needed to compute an expected one. A copy shares the values until one
 * of them is changed.
 */
final class Space {

    private final Map<String, Value> values;

    Space() {
        this.values = new TreeMap<>();
    }

    private Space(Map<String, Value> values) {
        this.values = new TreeMap<>(values);
    }

    Space copy() {
        return new Space(values);
    }

    // ---- keys

    boolean exists(String key) {
        return values.containsKey(key);
    }

    /** The value of a key, must not be modified; {@code null} if the key does not exist. */
    Value value(String key) {
        return values.get(key);
    }

    Set<String> keys() {
        return values.keySet();
    }

    boolean del(String key) {
        return values.remove(key) != null;
    }

    /** Replaces the value of a key; {@code null} deletes it. */
    void put(String key, Value value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    void expire(String key, Expiry expiry) {
        changed(key, value(key).type()).expiry(expiry);
    }

    /** The keys whose values differ in two key spaces. */
    Set<String> differing(Space other) {
        Set<String> all = new TreeSet<>(values.keySet());
        all.addAll(other.values.keySet());
        all.removeIf(key -> isSame(value(key), other.value(key)));
        return all;
    }

    private static boolean isSame(Value one, Value other) {
        return one == other
                || one != null && other != null && one.sameContent(other) && one.expiry().equals(other.expiry());
    }

    // ---- strings

    /** The text of a STRING, {@code null} if there is none. */
    String get(String key) {
        Value value = value(key);
        return value == null || value.type() != Type.STRING ? null : value.text();
    }

    void set(String key, String text) {
        changed(key, Type.STRING).text(text);
    }

    // ---- lists

    List<String> lrange(String key) {
        return exists(key) ? List.copyOf(value(key).list()) : List.of();
    }

    void lpush(String key, String element) {
        changed(key, Type.LIST).list().add(0, element);
    }

    void rpush(String key, String element) {
        changed(key, Type.LIST).list().add(element);
    }

    /** Removes the first of equal elements, counted from the left. */
    void lrem(String key, String element) {
        changed(key, Type.LIST).list().remove(element);
        tidy(key);
    }

    // ---- sets

    void sadd(String key, String member) {
        changed(key, Type.SET).fields().put(member, "");
    }

    void srem(String key, String member) {
        changed(key, Type.SET).fields().remove(member);
        tidy(key);
    }

    boolean sismember(String key, String member) {
        return exists(key) && value(key).fields().containsKey(member);
    }

    // ---- hashes

    String hget(String key, String field) {
        return exists(key) ? value(key).fields().get(field) : null;
    }

    void hset(String key, String field, String text) {
        changed(key, Type.HASH).fields().put(field, text);
    }

    void hdel(String key, String field) {
        changed(key, Type.HASH).fields().remove(field);
        tidy(key);
    }

    // ---- sorted sets

    void zadd(String key, double score, String member) {
        changed(key, Type.ZSET).scores().put(member, score);
    }

    void zrem(String key, String member) {
        changed(key, Type.ZSET).scores().remove(member);
        tidy(key);
    }

    Double zscore(String key, String member) {
        return exists(key) ? value(key).scores().get(member) : null;
    }

    /** All members, lowest score first. */
    List<String> zrange(String key) {
        return exists(key) ? value(key).ranked() : List.of();
    }

    /** The members up to a score, lowest first. */
    List<String> zrangeUpTo(String key, double max) {
        List<String> members = new ArrayList<>(zrange(key));
        members.removeIf(member -> zscore(key, member) > max);
        return members;
    }

    // ---- changes

    private Value changed(String key, Type type) {
        Value value = exists(key) ? value(key).copy() : new Value(type);
        if (value.type() != type) {
            throw new IllegalStateException("WRONGTYPE: " + Raw.readable(key) + " is a " + value.type());
        }
        values.put(key, value);
        return value;
    }

    private void tidy(String key) {
        if (values.get(key).isEmpty()) {
            values.remove(key);
        }
    }
}
