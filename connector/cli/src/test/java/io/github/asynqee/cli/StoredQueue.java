package io.github.asynqee.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.Jedis;

/** A queue with eight tasks of each state, one for each combination of three attributes; written with plain commands. */
final class StoredQueue {

    static final Instant NOW = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    static final String GROUP = "user:1";
    static final String OTHER_GROUP = "user:2";

    private StoredQueue() {}

    /**
     * A stored task.
     *
     * @param grouped whether it is of {@link #GROUP}
     * @param blue whether type, payload, header and ID are those that filters look for
     * @param old whether it is in its state for two hours, otherwise for ten minutes
     */
    record Stored(String queue, TaskState state, boolean grouped, boolean blue, boolean old) {

        String id() {
            return queue + "/" + state.wireName() + (grouped ? "-g" : "-n") + (blue ? "-blue" : "-red")
                    + (old ? "-old" : "-new");
        }

        private Instant since() {
            return NOW.minus(old ? Duration.ofHours(2) : Duration.ofMinutes(10));
        }

        String type() {
            return blue ? "report:daily" : "email:welcome";
        }

        /** Whether it has failed: not what any other attribute is. */
        boolean failed() {
            return (state == TaskState.RETRY || state == TaskState.ARCHIVED) && blue != old;
        }

        /** Whether its age is known: that of an active task is reported by its server. */
        boolean isOld() {
            return old && state != TaskState.ACTIVE && (state != TaskState.RETRY || failed());
        }

        String group() {
            return grouped ? GROUP : state == TaskState.AGGREGATING ? OTHER_GROUP : "";
        }

        private TaskMessage message() {
            TaskMessage message = TaskMessage.builder(type(), id(), queue).group(group()).maxRetry(5)
                    .payload((blue ? "{\"tenant\":\"Blue\"}" : "{}").getBytes(UTF_8))
                    .uniqueKey(QueueKeys.of(queue).prefix() + "unique:" + id())
                    .headers(Map.of("colour", blue ? "blue" : "red")).build();
            message = failed() ? message.failed("Timeout of the host", since(), true) : message;
            return state == TaskState.COMPLETED ? message.completed(since()) : message;
        }

        private void store(Jedis jedis) {
            QueueKeys keys = QueueKeys.of(queue);
            String key = keys.task(id());
            jedis.hset(key.getBytes(UTF_8), "msg".getBytes(UTF_8), message().toBytes());
            jedis.hset(key, Map.of("state", state.wireName(), "unique_key", message().uniqueKey()));
            jedis.set(message().uniqueKey(), id());
            jedis.pexpireAt(message().uniqueKey(), NOW.plus(Duration.ofDays(1)).toEpochMilli());
            double score = since().getEpochSecond();
            switch (state) {
                case PENDING -> {
                    jedis.hset(key, "pending_since", since().getEpochSecond() + "000000000");
                    jedis.lpush(keys.pending(), id());
                }
                case ACTIVE -> {
                    jedis.lpush(keys.active(), id());
                    jedis.zadd(keys.lease(), NOW.plusSeconds(3_600).getEpochSecond(), id());
                }
                case AGGREGATING -> {
                    jedis.hset(key, "group", group());
                    jedis.zadd(keys.group(group()), score, id());
                    jedis.sadd(keys.groups(), group());
                }
                case SCHEDULED -> jedis.zadd(keys.scheduled(), score, id());
                case RETRY -> jedis.zadd(keys.retry(), NOW.plusSeconds(3_600).getEpochSecond(), id());
                case ARCHIVED -> jedis.zadd(keys.archived(), score, id());
                case COMPLETED -> jedis.zadd(keys.completed(), NOW.plusSeconds(3_600).getEpochSecond(), id());
            }
        }
    }

    /** Stores the tasks of a queue, which is registered. */
    static List<Stored> store(Jedis jedis, String queue) {
        jedis.sadd("asynq:queues", queue);
        List<Stored> tasks = new ArrayList<>();
        for (TaskState state : TaskState.values()) {
            for (int bits = 0; bits < 8; bits++) {
                Stored task = new Stored(queue, state, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
                task.store(jedis);
                tasks.add(task);
            }
        }
        return tasks;
    }
}
