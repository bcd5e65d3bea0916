package io.github.asynqee.internal.redis.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** Stores tasks of any state with plain commands. Their IDs are numbered; task 0 is the first of its collection. */
final class StoredTasks {

    static final Instant NOW = Instant.ofEpochSecond(2_000_000_000);
    static final String GROUP = "user:1";
    private static final int CHUNK = 5_000;

    private final Jedis jedis;
    private final QueueKeys keys;
    private Function<Integer, String> types = i -> "email:welcome";
    private Function<Integer, Long> scores = i -> NOW.getEpochSecond() + i;

    StoredTasks(Jedis jedis, String queue) {
        this.jedis = jedis;
        this.keys = QueueKeys.of(queue);
    }

    StoredTasks types(Function<Integer, String> of) {
        types = of;
        return this;
    }

    StoredTasks scores(Function<Integer, Long> of) {
        scores = of;
        return this;
    }

    /** The ID of a task. */
    static String id(TaskState state, int number) {
        return state.wireName() + "-" + number;
    }

    static List<String> ids(TaskState state, int count) {
        return IntStream.range(0, count).mapToObj(i -> id(state, i)).toList();
    }

    /** Adds tasks of a state; in a list task 0 is the next one to run. The queue is in the node of the connection. */
    void add(TaskState state, int count) {
        for (int from = 0; from < count; from += CHUNK) {
            Pipeline pipeline = jedis.pipelined();
            IntStream.range(from, Math.min(count, from + CHUNK)).forEach(i -> add(pipeline, state, i));
            pipeline.sync();
        }
    }

    /** Registers queues. */
    static void register(Jedis node, String... queues) {
        node.sadd(GlobalKeys.QUEUES, queues);
    }

    private void add(Pipeline pipeline, TaskState state, int number) {
        String id = id(state, number);
        String group = state == TaskState.AGGREGATING ? GROUP : "";
        TaskMessage message = TaskMessage.builder(types.apply(number), id, keys.queue()).group(group)
                .payload(id.getBytes(UTF_8)).maxRetry(5).build();
        if (state == TaskState.RETRY || state == TaskState.ARCHIVED) {
            message = message.failed("boom " + number, NOW.minusSeconds(100), true);
        }
        pipeline.hset(keys.task(id).getBytes(UTF_8), "msg".getBytes(UTF_8), message.toBytes());
        pipeline.hset(keys.task(id), "state", state.wireName());
        switch (state) {
            case PENDING -> {
                pipeline.hset(keys.task(id), "pending_since", NOW.getEpochSecond() + "000000000");
                pipeline.lpush(keys.pending(), id);
            }
            case ACTIVE -> {
                pipeline.lpush(keys.active(), id);
                pipeline.zadd(keys.lease(), NOW.getEpochSecond() + 30, id);
            }
            case AGGREGATING -> {
                pipeline.hset(keys.task(id), "group", GROUP);
                pipeline.zadd(keys.group(GROUP), scores.apply(number), id);
                pipeline.sadd(keys.groups(), GROUP);
            }
            default -> pipeline.zadd(RedisInspector.collection(keys, state), scores.apply(number), id);
        }
    }
}
