package io.github.asynqee.testkit;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Fills a Redis with all that a program with access to it could write to make another one fail. */
public final class HostileData {

    /** A queue with tasks of all kinds in all states. */
    public static final String QUEUE = "poison";

    /** The beginning of the names of queues of which one key has another type. */
    public static final String WRONG = "wrong-";

    /** A queue with nothing wrong: it must be shown as ever. */
    public static final String GOOD = "good";

    private static final List<String> STATES = List.of("pending", "active", "scheduled", "retry", "archived",
            "completed", "aggregating");
    private static final List<String> SCORES = List.of("0", "-5", "inf", "-inf", "1e300", "0.5", "-1e18",
            "9223372036854775807", "31556889864403199", "1e15");
    private static final List<String> KEYS = List.of("pending", "active", "lease", "scheduled", "retry", "archived",
            "completed", "paused", "groups", "g:group", "processed", "failed", "processed:TODAY", "failed:TODAY",
            "t:task");
    private static final int MEGABYTE = 1 << 20;

    private final Jedis redis;
    private int count;

    private HostileData(Jedis redis) {
        this.redis = redis;
    }

    /** Texts for any field. */
    public static List<String> texts() {
        return List.of("", " ", "\u0000", "a\r\nb\u001b[2J\u0007", "\u202eevil\u2066\u200f\ufeff\u2028", "\ud83d\ude00",
                "</script><img src=x onerror=alert(1)>\"'`${7*7}", "../../x", "%2e%2e%2f", "*", "{x}", "}:t:", "~1",
                "q~3",
                "1.".repeat(5_000), "1,1:1".repeat(5_000), "a".repeat(10_000), "0x" + "f".repeat(10_000),
                "=cmd|'/c calc'!A1", " ".repeat(20_000) + "x", "For input string: \"" + "1.".repeat(4_000) + "\"",
                "%s%n%d{0}{1}", "-", "NaN", "1e99999999", "null", "\n".repeat(5_000));
    }

    /** Contents for payloads and results. */
    public static List<byte[]> payloads() {
        List<byte[]> all = new ArrayList<>();
        texts().forEach(text -> all.add(bytes(text)));
        List.of("{\"n\":1e99999999}", "{\"n\":-1e-99999999}", "[1e999999999999]", "{\"n\":" + "9".repeat(100_000) + "}",
                "[".repeat(10_000), "[".repeat(10_000) + "]".repeat(10_000), "[".repeat(900) + "1" + "]".repeat(900),
                "{\"a\":".repeat(900) + "1" + "}".repeat(900), "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000),
                "{\"a\":1,\"a\":2}", "{\"\":{\"\":1}}", "{\"at\":\"+999999999-12-31T23:59:59Z\"}", "{", "{} {}",
                "\"\\ud800\"",
                "{\"n\":" + "1.".repeat(5_000) + "}").forEach(text -> all.add(bytes(text)));
        all.add(new byte[]{ (byte) 0xc3, 0x28, (byte) 0xff, 0, 'x' });
        all.add(new byte[]{ (byte) 0xed, (byte) 0xa0, (byte) 0x80 });
        all.add(new byte[]{ (byte) 0x80 });
        all.add(bytes("{\"x\":\"" + "y".repeat(10 * MEGABYTE) + "\"}"));
        return all;
    }

    /** Fills an empty Redis. */
    public static void fill(Jedis redis) {
        new HostileData(redis).fill();
    }

    private void fill() {
        queue(GOOD);
        store(GOOD, "pending", "good", bytes("good"), message("t", bytes("{}"), "good", GOOD, "").toBytes(), "0");
        queue(QUEUE);
        for (String state : STATES) {
            for (String text : texts()) {
                store(QUEUE, state, text, null, "");
            }
            for (byte[] payload : payloads().subList(0, payloads().size() - 1)) {
                store(QUEUE, state, "payload", payload, "");
            }
            broken(state);
        }
        large();
        texts().stream().filter(text -> text.length() < 6_000).forEach(name -> {
            queue(name);
            store(name, "archived", name, null, name);
        });
        KEYS.forEach(part -> wrong(WRONG + part, part));
        wrong(WRONG + "a\r\nb\u001b[2J", "pending");
        batches();
        counters();
        processes();
        entries();
        console();
    }

    /** The text in all fields of a batch, and as its members. */
    private void batches() {
        texts().forEach(text -> {
            redis.zadd(key(QUEUE, "batches"), count++, text);
            List.of("created", "sealed", "added", "step", "stamp", "task:success", "queue:success", "due:success",
                    "refused:success", "due:" + text, "task:" + text, "member:step-0")
                    .forEach(field -> redis.hset(key(QUEUE, "batch:" + text), field, text));
            redis.zadd(key(QUEUE, "batch-open:" + text), Map.of(text, 1.5, "6:poisonid1", 1e300, "b6:poison" + text,
                    -1.0, QUEUE.length() + ":" + QUEUE + text, 1.0));
            redis.zadd(key(QUEUE, "batch-failed:" + text), Map.of(text, -1e18, "9:poisonid2", 2.0));
        });
    }

    private void queue(String name) {
        redis.sadd("asynq:queues", name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String key(String queue, String part) {
        return "asynq:{" + queue + "}:" + part.replace("TODAY", LocalDate.now(ZoneOffset.UTC).toString());
    }

    /** The text in all fields, numbers at the end of their ranges. */
    private WireMessage message(String text, byte[] payload, String id, String queue, String group) {
        long number = List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 253402300800L, 31556889864403200L)
                .get(count % 6);
        int small = (int) number;
        return new WireMessage().text(1, text).bytes(2, payload).text(3, id).text(4, queue).number(5, small)
                .number(6, small).text(7, text).number(8, number).number(9, number).text(10, text)
                .number(11, number).number(12, number).number(13, number).text(14, group)
                .bytes(15, new WireMessage().text(1, text).text(2, text).toBytes())
                .bytes(15, new WireMessage().text(1, "traceparent").text(2, "00-" + text + "-").toBytes());
    }

    private void store(String queue, String state, String text, byte[] payload, String group) {
        count++;
        String id = "id" + count + (count % 3 == 0 && text.length() < 100 ? text : "");
        byte[] message = message(text, payload == null ? bytes(text) : payload, id, queue, group).toBytes();
        store(queue, state, id, payload == null ? bytes(text) : payload, message, SCORES.get(count % SCORES.size()));
    }

    private void store(String queue, String state, String id, byte[] result, byte[] message, String score) {
        Map<byte[], byte[]> fields = new LinkedHashMap<>();
        fields.put(bytes("msg"), message);
        fields.put(bytes("state"), bytes(state));
        if (!queue.equals(GOOD)) {
            fields.put(bytes("result"), result);
            String text = texts().get(count % texts().size());
            List.of("pending_since", "group", "asynqee:progress", "asynqee:recoveries", "asynqee:move", "asynqee:bulk",
                    "asynqee:archived", "asynqee:attempts", "asynqee:lease", "asynqee:checkpoint",
                    "asynqee:limit", "asynqee:window")
                    .forEach(name -> fields.put(bytes(name), bytes(text)));
            if (count % 2 == 0) {
                fields.put(bytes("pending_since"), bytes(String.valueOf(Long.MAX_VALUE - count)));
                fields.put(bytes("asynqee:progress"), bytes("99999 " + Long.MAX_VALUE + " " + text));
                fields.put(bytes("asynqee:attempts"),
                        bytes(("1\t" + Long.MAX_VALUE + "\t-1\t" + text + "\t\t\n").repeat(3)));
                fields.put(bytes("asynqee:archived"), bytes("run " + state + " " + Long.MAX_VALUE + " inf"));
            }
        }
        redis.hset(bytes(key(queue, "t:" + id)), fields);
        add(queue, state, id, score);
    }

    private void add(String queue, String state, String id, String score) {
        switch (state) {
            case "pending" -> redis.lpush(key(queue, state), id);
            case "active" -> {
                redis.lpush(key(queue, state), id);
                zadd(key(queue, "lease"), score, id);
            }
            case "aggregating" -> {
                String group = texts().get(count % 12);
                redis.sadd(key(queue, "groups"), group);
                zadd(key(queue, "g:" + group), score, id);
            }
            default -> zadd(key(queue, state), score, id);
        }
    }

    private void zadd(String key, String score, String member) {
        redis.eval("return redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])", 1, key, score, member);
    }

    /** Tasks without a message, with one that cannot be read, with other fields, or without anything. */
    private void broken(String state) {
        byte[] whole = message("t", bytes("{}"), "whole", QUEUE, "").toBytes();
        List<byte[]> messages = List.of(new byte[0], new byte[]{ (byte) 0xff, 1, 2 }, bytes("no protobuf"),
                java.util.Arrays.copyOf(whole, whole.length / 2),
                new WireMessage().bytes(1, new byte[]{ -1, -2 }).toBytes(),
                new WireMessage().text(99, "unknown").toBytes(), new byte[100_000]);
        for (byte[] message : messages) {
            count++;
            store(QUEUE, state, "broken" + count, new byte[0], message, "5");
        }
        count++;
        add(QUEUE, state, "nothing" + count, "5");
        count++;
        redis.hset(key(QUEUE, "t:no-message" + count), "state", "\u0000");
        add(QUEUE, state, "no-message" + count, "5");
        count++;
        redis.set(key(QUEUE, "t:no-hash" + count), "text");
        add(QUEUE, state, "no-hash" + count, "5");
        count++;
        byte[] id = { 'i', (byte) 0xff, (byte) 0xfe };
        redis.hset(bytes(key(QUEUE, "t:") + "x"), bytes("msg"), whole);
        if (state.equals("pending") || state.equals("active")) {
            redis.lpush(bytes(key(QUEUE, state)), id);
        }
    }

    private void large() {
        List<byte[]> payloads = payloads();
        store(QUEUE, "archived", "large", payloads.get(payloads.size() - 1), "");
    }

    private void wrong(String queue, String part) {
        queue(queue);
        store(queue, "pending", "text", null, "");
        store(queue, "archived", "text", null, "");
        redis.del(key(queue, part));
        if (part.equals("paused") || part.startsWith("processed") || part.startsWith("failed")) {
            redis.lpush(key(queue, part), "list");
        } else {
            redis.set(key(queue, part), "text");
        }
        if (part.equals("g:group")) {
            redis.sadd(key(queue, "groups"), "group");
        }
        if (part.equals("t:task")) {
            redis.lpush(key(queue, "pending"), "task");
        }
    }

    private void counters() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        List<String> values = List.of("x", "", "-1", "9223372036854775808", "1e10", "\u0000", "9223372036854775807");
        for (int i = 0; i < values.size(); i++) {
            for (String name : List.of("processed", "failed")) {
                redis.set(key(QUEUE, name + ":" + today.minusDays(i)), values.get(i));
                redis.set(key(QUEUE, name), values.get(i));
            }
        }
        redis.lpush("asynq:{" + QUEUE + "}:failed:" + today.minusDays(20), "list");
        redis.set(key(QUEUE, "paused"), "1e99999999");
        redis.hset("asynq:shards", QUEUE + "x", "1e9 x");
        redis.hset("asynq:shards", "", "\u0000");
        redis.hset("asynq:shards", QUEUE, "4 4 4");
    }

    private static byte[] time(long seconds) {
        return new WireMessage().number(1, seconds).number(2, -1).toBytes();
    }

    private void processes() {
        for (String text : texts()) {
            count++;
            String server = "{h:1:s" + count + "}";
            WireMessage info = new WireMessage().text(1, text).number(2, -1).text(3, text).number(4, -1)
                    .bytes(5, new WireMessage().text(1, text).number(2, Long.MAX_VALUE).toBytes()).text(7, text)
                    .bytes(8, time(Long.MAX_VALUE)).number(9, -7);
            redis.set(bytes("asynq:servers:" + server), count % 5 == 0 ? bytes(text) : info.toBytes());
            redis.zadd("asynq:servers", 9e15, "asynq:servers:" + server);
            WireMessage worker = new WireMessage().text(1, text).number(2, -1).text(3, text).text(4, text).text(5, text)
                    .bytes(6, bytes(text)).text(7, text).bytes(8, time(Long.MIN_VALUE)).bytes(9, time(Long.MAX_VALUE));
            redis.hset(bytes("asynq:workers:" + server), bytes(text), worker.toBytes());
            redis.hset(bytes("asynq:workers:" + server), bytes("bad"), bytes("no protobuf"));
            redis.zadd("asynq:workers", 9e15, "asynq:workers:" + server);
        }
        zadd("asynq:servers", "inf", "asynq:servers:{gone}");
        zadd("asynq:servers", "inf", "nonsense");
        redis.set("asynq:servers:{list}", "");
        zadd("asynq:servers", "inf", "asynq:servers:{list}");
        redis.lpush("asynq:servers:{wrong}", "x");
        zadd("asynq:servers", "inf", "asynq:servers:{wrong}");
        redis.set("asynq:workers:{wrong}", "x");
        zadd("asynq:workers", "inf", "asynq:workers:{wrong}");
    }

    private void entries() {
        List<String> specs = new ArrayList<>(texts());
        specs.addAll(
                List.of("@every 1e999h", "@every 99999999999h", "@every -1s", "@every 0s", "* * * * *", "0 0 31 2 *",
                        "*/0 * * * *", "1-99999999999 * * * *", "CRON_TZ=" + "x".repeat(5_000) + " * * * * *",
                        "TZ=UTC" + " ".repeat(9_000),
                        "@every " + "9".repeat(10_000) + "s", "* ".repeat(5_000), "1,".repeat(10_000) + "1 * * * *"));
        String key = "asynq:schedulers:{h:1:x}";
        for (String spec : specs) {
            count++;
            WireMessage entry = new WireMessage().text(1, "e" + count).text(2, spec).text(3, spec).bytes(4, bytes(spec))
                    .text(5, spec).text(5, "Timeout(" + spec + ")").text(5, "ProcessAt(" + spec + ")")
                    .text(5, "Deadline(Mon Jan  2 15:04:05 UTC 99999999999)")
                    .text(5, "Header([\"a\",\"" + spec + "\"])")
                    .bytes(6, time(Long.MAX_VALUE)).bytes(7, time(Long.MIN_VALUE));
            redis.rpush(bytes(key), entry.toBytes());
            redis.zadd("asynq:scheduler_history:e" + count, 5, spec);
            zadd("asynq:scheduler_history:e" + count, "inf", "no protobuf");
            redis.zadd(bytes("asynq:scheduler_history:e" + count), 6,
                    new WireMessage().text(1, spec).bytes(2, time(Long.MAX_VALUE)).toBytes());
        }
        redis.rpush(bytes(key), bytes("no protobuf"));
        redis.rpush(bytes(key), new byte[0]);
        zadd("asynq:schedulers", "inf", key);
        zadd("asynq:schedulers", "inf", "nonsense");
        redis.set("asynq:schedulers:{wrong}", "x");
        zadd("asynq:schedulers", "inf", "asynq:schedulers:{wrong}");
        redis.set("asynq:scheduler_history:wrong", "x");
    }

    /** The keys of the console itself, which others may write, too, if no rule forbids it. */
    private void console() {
        for (String text : texts().subList(1, texts().size())) {
            count++;
            String job = "job" + count;
            redis.hset("asynq:console:job:{" + job + "}", Map.of("action", count % 2 == 0 ? "ARCHIVE" : text, "q", text,
                    "user", text, "startedAt", text, "updatedAt", text, "pace", text, "matching", text, "end", text));
            redis.zadd("asynq:console:jobs", count, job);
            redis.xadd("asynq:console:audit", StreamEntryID.NEW_ENTRY, Map.of("at", text, "count", text, "user", text));
            redis.xadd("asynq:console:audit:exports", StreamEntryID.NEW_ENTRY, Map.of("at", text, "result", text));
            redis.zadd("asynq:console:markers", count, text);
            redis.hset("asynq:console:cron", text, text);
            redis.hset("asynq:console:{alerts}:incidents", text, text);
            redis.lpush("asynq:console:{alerts}:history", text);
        }
        redis.zadd("asynq:console:jobs", 1, "gone");
        redis.set("asynq:console:job:{string}", "x");
        redis.zadd("asynq:console:jobs", 2, "string");
    }
}
