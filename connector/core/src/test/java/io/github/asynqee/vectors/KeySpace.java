package io.github.asynqee.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.redis.TestRedis;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;

/**
 * The content of a Redis: each key with its type, value and expiry. Bytes are represented as text of one character per
 * byte, so that they can be compared and sorted.
 */
public final class KeySpace {

    private static final List<String> PRIVATE_KEYS = List.of("}:receipt:", "}:cron:", "}:stats:", "}:limit:",
            "}:group-rules", "asynq:cancel:requests");
    private static final String PRIVATE_FIELDS = "asynqee:";

    private final SortedMap<String, Value> values = new TreeMap<>();

    /** Sorted scores, fields or members; or list elements by position; or one text. */
    private record Value(String type, Map<String, String> content, Expiry expiry) {}

    /** A lifetime, or a time, or both if it was read from Redis. */
    record Expiry(Long ttlSeconds, Long at) {

        static final Expiry NONE = new Expiry(null, null);

        private boolean matches(Expiry other) {
            return ttlSeconds != null && ttlSeconds.equals(other.ttlSeconds) || at != null && at.equals(other.at)
                    || equals(other);
        }
    }

    /** Reads the key space of a recorded vector. */
    public static KeySpace of(JsonNode entries) {
        KeySpace space = new KeySpace();
        for (JsonNode entry : entries) {
            Expiry expiry = new Expiry(entry.has("ttl_seconds") ? entry.get("ttl_seconds").asLong() : null,
                    entry.has("expire_at") ? entry.get("expire_at").asLong() : null);
            String type = entry.get("type").asText();
            space.values.put(entry.get("key").asText(), new Value(type, content(type, entry.get("value")), expiry));
        }
        return space;
    }

    private static Map<String, String> content(String type, JsonNode value) {
        Map<String, String> content = new LinkedHashMap<>();
        switch (type) {
            case "string" -> content.put("", oneByOne(Vectors.bytes(value)));
            case "list" -> value.forEach(e -> content.put("" + content.size(), oneByOne(Vectors.bytes(e))));
            case "set" -> value.forEach(e -> content.put(oneByOne(Vectors.bytes(e)), ""));
            case "hash" -> value.properties()
                    .forEach(e -> content.put(oneByOne(utf8(e.getKey())), oneByOne(Vectors.bytes(e.getValue()))));
            default -> value.forEach(
                    e -> content.put(oneByOne(Vectors.bytes(e.get("member"))), e.get("score").asText()));
        }
        return type.equals("list") ? content : new TreeMap<>(content);
    }

    private static boolean isPrivate(String key) {
        return PRIVATE_KEYS.stream().anyMatch(key::contains);
    }

    /** Reads a Redis without the private keys and fields, which are not part of the protocol. */
    public static KeySpace dump(TestRedis redis) {
        KeySpace space = new KeySpace();
        for (Jedis node : redis.nodes()) {
            List<byte[]> keys = node.keys(utf8("*")).stream().filter(key -> !isPrivate(text(key))).toList();
            Pipeline first = node.pipelined();
            Response<Object> time = first.sendCommand(Protocol.Command.TIME, new byte[0][]);
            List<Response<String>> types = keys.stream().map(first::type).toList();
            List<Response<Long>> lives = keys.stream().map(first::pttl).toList();
            first.sync();
            Pipeline second = node.pipelined();
            List<Supplier<Map<String, String>>> contents = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                contents.add(content(second, types.get(i).get(), keys.get(i)));
            }
            second.sync();
            for (int i = 0; i < keys.size(); i++) {
                space.values.put(text(keys.get(i)),
                        new Value(types.get(i).get(), contents.get(i).get(), expiry(time.get(), lives.get(i).get())));
            }
        }
        return space;
    }

    private static Expiry expiry(Object time, long millis) {
        List<?> parts = (List<?>) time;
        long now = Long.parseLong(text((byte[]) parts.get(0))) * 1000
                + Long.parseLong(text((byte[]) parts.get(1))) / 1000;
        return millis < 0 ? Expiry.NONE : new Expiry((millis + 999) / 1000, Math.round((now + millis) / 1000.0));
    }

    private static Supplier<Map<String, String>> content(Pipeline node, String type, byte[] key) {
        Map<String, String> content = type.equals("list") ? new LinkedHashMap<>() : new TreeMap<>();
        return switch (type) {
            case "string" -> then(content, node.get(key), value -> content.put("", oneByOne(value)));
            case "list" -> then(content, node.lrange(key, 0, -1),
                    all -> all.forEach(e -> content.put("" + content.size(), oneByOne(e))));
            case "set" -> then(content, node.smembers(key), all -> all.forEach(e -> content.put(oneByOne(e), "")));
            case "hash" -> then(content, node.hgetAll(key),
                    all -> all.forEach((field, value) -> {
                        if (!text(field).startsWith(PRIVATE_FIELDS)) {
                            content.put(oneByOne(field), oneByOne(value));
                        }
                    }));
            default -> then(content, node.zrangeWithScores(key, 0, -1),
                    all -> all.forEach(e -> content.put(oneByOne(e.getBinaryElement()), score(e.getScore()))));
        };
    }

    private static <T> Supplier<Map<String, String>> then(Map<String, String> content, Response<T> reply,
            Consumer<T> fill) {
        return () -> {
            fill.accept(reply.get());
            return content;
        };
    }

    private static String score(double score) {
        return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
    }

    /** Writes this key space into an empty Redis. */
    public void load(TestRedis redis) {
        Map<Jedis, Pipeline> pipelines = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Pipeline node = pipelines.computeIfAbsent(redis.at(name), Jedis::pipelined);
            byte[] key = utf8(name);
            value.content().forEach((k, v) -> {
                switch (value.type()) {
                    case "string" -> node.set(key, bytes(v));
                    case "list" -> node.rpush(key, bytes(v));
                    case "set" -> node.sadd(key, bytes(k));
                    case "hash" -> node.hset(key, bytes(k), bytes(v));
                    default -> node.zadd(key, Double.parseDouble(v), bytes(k));
                }
            });
            if (value.expiry().ttlSeconds() != null) {
                node.expire(key, value.expiry().ttlSeconds());
            } else if (value.expiry().at() != null) {
                node.expireAt(key, value.expiry().at());
            }
        });
        pipelines.values().forEach(Pipeline::sync);
    }

    /** Compares two key spaces; differences are shown as lines of text. */
    public void assertSameAs(KeySpace expected) {
        assertThat(describe(expected)).isEqualTo(expected.describe(this));
    }

    private String describe(KeySpace other) {
        return values.entrySet().stream().map(e -> describe(e.getKey(), e.getValue(), other.values.get(e.getKey())))
                .collect(Collectors.joining("\n"));
    }

    private static String describe(String key, Value value, Value other) {
        String content = value.content().entrySet().stream()
                .map(e -> "\n    " + readable(e.getKey()) + " = " + readable(e.getValue()))
                .collect(Collectors.joining());
        return key + " " + value.type() + expiry(value.expiry(), other == null ? Expiry.NONE : other.expiry())
                + content;
    }

    private static String expiry(Expiry expiry, Expiry other) {
        if (expiry.equals(Expiry.NONE)) {
            return "";
        }
        if (expiry.matches(other)) {
            return " expires as expected";
        }
        return other.ttlSeconds() == null && expiry.at() != null ? " expires at " + expiry.at()
                : " expires after " + expiry.ttlSeconds();
    }

    private static String readable(String oneByOne) {
        boolean printable = oneByOne.chars().allMatch(c -> c >= ' ' && c < 127);
        return printable ? oneByOne : oneByOne.chars().mapToObj("%02x"::formatted).collect(Collectors.joining());
    }

    // ---- declared differences

    /** A copy with another value of a hash field; {@code null} removes the field. */
    public KeySpace field(String key, String field, String value) {
        return changed(key, "hash", content -> {
            if (value == null) {
                content.remove(field);
            } else {
                content.put(field, value);
            }
            return content;
        });
    }

    /** A copy with an additional member of a set. */
    public KeySpace member(String key, String member) {
        return changed(key, "set", content -> {
            content.put(member, "");
            return content;
        });
    }

    /** A copy with a lifetime of a key. */
    public KeySpace ttl(String key, long seconds) {
        KeySpace copy = changed(key, null, content -> content);
        Value value = copy.values.get(key);
        copy.values.put(key, new Value(value.type(), value.content(), new Expiry(seconds, null)));
        return copy;
    }

    /** A copy without some keys. */
    public KeySpace without(String... keys) {
        KeySpace copy = new KeySpace();
        copy.values.putAll(values);
        List.of(keys).forEach(key -> assertThat(copy.values.remove(key)).as(key).isNotNull());
        return copy;
    }

    /** Only the keys of queues: servers and schedulers write theirs at any time. */
    public KeySpace ofQueue(String queue) {
        KeySpace copy = new KeySpace();
        copy.values.putAll(values);
        copy.values.keySet().removeIf(key -> !key.startsWith("asynq:{" + queue + "}:"));
        return copy;
    }

    /** A copy with a text replaced in all keys, fields, members and values. */
    public KeySpace replace(String regex, String replacement) {
        KeySpace copy = new KeySpace();
        values.forEach((key, value) -> {
            Map<String, String> content = value.content() instanceof TreeMap ? new TreeMap<>() : new LinkedHashMap<>();
            value.content().forEach(
                    (k, v) -> content.put(k.replaceAll(regex, replacement), v.replaceAll(regex, replacement)));
            copy.values.put(key.replaceAll(regex, replacement), new Value(value.type(), content, value.expiry()));
        });
        return copy;
    }

    private KeySpace changed(String key, String type, UnaryOperator<Map<String, String>> change) {
        KeySpace copy = new KeySpace();
        copy.values.putAll(values);
        Value old = values.getOrDefault(key, new Value(type, new TreeMap<>(), Expiry.NONE));
        assertThat(type == null || type.equals(old.type())).as(key + " is a " + type).isTrue();
        copy.values.put(key, new Value(old.type(), change.apply(new TreeMap<>(old.content())), old.expiry()));
        return copy;
    }

    /** The keys. */
    public Set<String> keys() {
        return new TreeSet<>(values.keySet());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static String oneByOne(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String oneByOne) {
        return oneByOne.getBytes(StandardCharsets.ISO_8859_1);
    }
}
