package io.github.asynqee.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import redis.clients.jedis.Jedis;

/** A queue with eight tasks of each state, one for each combination of three attributes; written with plain commands. */
public final class StoredQueue {

    /** The time from which ages are measured, in whole seconds. */
    public static final Instant NOW = Instant.ofEpochSecond(Instant.now().getEpochSecond());

    /** The group of half of the tasks. */
    public static final String GROUP = "user:1";

    /** The states, as asynq names them. */
    public static final List<String> STATES = List.of("active", "pending", "scheduled", "retry", "archived",
            "completed", "aggregating");

    private static final String OTHER_GROUP = "user:2";

    private StoredQueue() {}

    /**
     * A stored task.
     *
     * @param state one of {@link #STATES}
     * @param grouped whether it is of {@link #GROUP}
     * @param blue whether type, payload, header and ID are those that filters look for
     * @param old whether it is in its state for two hours, otherwise for ten minutes
     */
    public record Stored(String queue, String state, boolean grouped, boolean blue, boolean old) {

        /** The ID, which names the attributes and begins with the queue. */
        public String id() {
            return queue + "/" + state + (grouped ? "-g" : "-n") + (blue ? "-blue" : "-red") + (old ? "-old" : "-new");
        }

        /** Whether it has failed: not what any other attribute is. */
        public boolean failed() {
            return (state.equals("retry") || state.equals("archived")) && blue != old;
        }

        /** Whether its age is known, and more than an hour: that of an active task is reported by its server. */
        public boolean isOld() {
            return old && !state.equals("active") && (!state.equals("retry") || failed());
        }

        private Instant since() {
            return NOW.minus(old ? Duration.ofHours(2) : Duration.ofMinutes(10));
        }

        private String group() {
            return grouped ? GROUP : state.equals("aggregating") ? OTHER_GROUP : "";
        }

        private String key(String part) {
            return "asynq:{" + queue + "}:" + part;
        }

        private byte[] message(String lock) {
            WireMessage message = new WireMessage().text(1, blue ? "report:daily" : "email:welcome")
                    .text(2, blue ? "{\"tenant\":\"Blue\"}" : "{}").text(3, id()).text(4, queue).number(5, 5);
            if (failed()) {
                message.number(6, 1).text(7, "Timeout of the host");
            }
            message.text(10, lock);
            if (failed()) {
                message.number(11, since().getEpochSecond());
            }
            if (state.equals("completed")) {
                message.number(13, since().getEpochSecond());
            }
            return message.text(14, group())
                    .bytes(15, new WireMessage().text(1, "colour").text(2, blue ? "blue" : "red").toBytes()).toBytes();
        }

        private void store(Jedis redis) {
            String key = key("t:" + id());
            String lock = key("unique:" + id());
            redis.hset(key.getBytes(UTF_8), "msg".getBytes(UTF_8), message(lock));
            redis.hset(key, Map.of("state", state, "unique_key", lock));
            redis.set(lock, id());
            redis.pexpireAt(lock, NOW.plus(Duration.ofDays(1)).toEpochMilli());
            double since = since().getEpochSecond();
            double later = NOW.plus(Duration.ofHours(1)).getEpochSecond();
            switch (state) {
                case "pending" -> {
                    redis.hset(key, "pending_since", since().getEpochSecond() + "000000000");
                    redis.lpush(key(state), id());
                }
                case "active" -> {
                    redis.lpush(key(state), id());
                    redis.zadd(key("lease"), later, id());
                }
                case "aggregating" -> {
                    redis.hset(key, "group", group());
                    redis.zadd(key("g:" + group()), since, id());
                    redis.sadd(key("groups"), group());
                }
                case "retry", "completed" -> redis.zadd(key(state), later, id());
                default -> redis.zadd(key(state), since, id());
            }
        }
    }

    /** Stores the tasks of a queue, which is registered. */
    public static List<Stored> store(Jedis redis, String queue) {
        redis.sadd("asynq:queues", queue);
        List<Stored> tasks = new ArrayList<>();
        for (String state : STATES) {
            for (int bits = 0; bits < 8; bits++) {
                Stored task = new Stored(queue, state, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
                task.store(redis);
                tasks.add(task);
            }
        }
        return tasks;
    }
}
