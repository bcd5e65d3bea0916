package io.github.asynqee.internal.inspect.walk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** Stores tasks of any state with plain commands. Their IDs are numbered; task 0 is the first of its collection. */
public final class StoredTasks {

    public static final Instant NOW = Instant.ofEpochSecond(2_000_000_000);
    public static final String GROUP = "user:1";
    private static final int CHUNK = 5_000;

    private final Jedis jedis;
    private final QueueKeys keys;
    private Function<Integer, String> types = i -> "email:welcome";
    private Function<Integer, Long> scores = i -> NOW.getEpochSecond() + i;

    public StoredTasks(Jedis jedis, String queue) {
        this.jedis = jedis;
        this.keys = QueueKeys.of(queue);
    }

    public StoredTasks types(Function<Integer, String> of) {
        types = of;
        return this;
    }

    public StoredTasks scores(Function<Integer, Long> of) {
        scores = of;
        return this;
    }

    /** The ID of a task. */
    public static String id(TaskState state, int number) {
        return state.wireName() + "-" + number;
    }

    public static List<String> ids(TaskState state, int count) {
        return IntStream.range(0, count).mapToObj(i -> id(state, i)).toList();
    }

    /** Adds tasks of a state; in a list task 0 is the next one to run. The queue is in the node of the connection. */
    public void add(TaskState state, int count) {
        for (int from = 0; from < count; from += CHUNK) {
            Pipeline pipeline = jedis.pipelined();
            List<Integer> numbers = IntStream.range(from, Math.min(count, from + CHUNK)).boxed().toList();
            numbers.forEach(i -> pipeline.hset(keys.task(id(state, i)).getBytes(UTF_8), hash(state, i)));
            String[] ids = numbers.stream().map(i -> id(state, i)).toArray(String[]::new);
            Map<String, Double> scored = numbers.stream()
                    .collect(Collectors.toMap(i -> id(state, i), i -> (double) scores.apply(i)));
            switch (state) {
                case PENDING -> pipeline.lpush(keys.pending(), ids);
                case ACTIVE -> {
                    pipeline.lpush(keys.active(), ids);
                    numbers.forEach(i -> pipeline.zadd(keys.lease(), NOW.getEpochSecond() + 30, id(state, i)));
                }
                case AGGREGATING -> {
                    pipeline.zadd(keys.group(GROUP), scored);
                    pipeline.sadd(keys.groups(), GROUP);
                }
                default -> pipeline.zadd(new TaskPlace(keys, state, "").key(), scored);
            }
            pipeline.sync();
        }
    }

    /** Registers queues. */
    public static void register(Jedis node, String... queues) {
        node.sadd(GlobalKeys.QUEUES, queues);
    }

    private Map<byte[], byte[]> hash(TaskState state, int number) {
        String id = id(state, number);
        TaskMessage message = TaskMessage.builder(types.apply(number), id, keys.queue())
                .group(state == TaskState.AGGREGATING ? GROUP : "").payload(id.getBytes(UTF_8)).maxRetry(5).build();
        if (state == TaskState.RETRY || state == TaskState.ARCHIVED) {
            message = message.failed("boom " + number, NOW.minusSeconds(100), true);
        }
        Map<byte[], byte[]> hash = new HashMap<>();
        hash.put("msg".getBytes(UTF_8), message.toBytes());
        hash.put("state".getBytes(UTF_8), state.wireName().getBytes(UTF_8));
        if (state == TaskState.PENDING) {
            hash.put("pending_since".getBytes(UTF_8), (NOW.getEpochSecond() + "000000000").getBytes(UTF_8));
        } else if (state == TaskState.AGGREGATING) {
            hash.put("group".getBytes(UTF_8), GROUP.getBytes(UTF_8));
        }
        return hash;
    }
}
