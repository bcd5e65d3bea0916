package io.github.asynqee.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.fixtures.RandomInput;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Pipeline;

/**
 * Tasks with random messages, fields and errors, among good ones, while random cancellations arrive: each good task runs once,
 * each other one ends in one place, with an error that can be read, and no log line has more than one line.
 */
class RandomTasksTest extends WorkerTest {

    private static final int GOOD = 300;
    private static final int RANDOM = RandomInput.times(1_200);
    private static final List<String> FIELDS = List.of("state", "pending_since", "group", "unique_key", "result",
            "asynqee:progress", "asynqee:recoveries", "asynqee:attempts", "asynqee:lease", "asynqee:checkpoint",
            "asynqee:archived", "asynqee:move", "asynqee:bulk", "asynqee:recovered", "asynqee:other");

    private final Logger logger = Logger.getLogger("io.github.asynqee");
    private final Set<String> badLines = ConcurrentHashMap.newKeySet();
    private final Handler lines = new Handler() {
        @Override
        public void publish(LogRecord record) {
            String line = record.getParameters() == null || record.getParameters().length == 0 ? record.getMessage()
                    : new MessageFormat(record.getMessage()).format(record.getParameters());
            if (line.chars().anyMatch(Character::isISOControl) || line.length() > 20_000) {
                badLines.add(record.getSourceClassName() + "." + record.getSourceMethodName() + ": "
                        + line.substring(0, Math.min(150, line.length())).replaceAll("\\p{Cntrl}", "?"));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void record() {
        logger.addHandler(lines);
    }

    @AfterEach
    void stopRecording() {
        logger.removeHandler(lines);
    }

    private static String id(RandomInput input, int number) {
        String id = number % 4 == 0 ? number + input.text("id") : "random-" + number;
        return new String(id.getBytes(UTF_8), UTF_8);
    }

    @Test
    void random_tasks_harm_no_others() throws Exception {
        Map<String, Integer> numbers = store();
        Set<String> seen = ConcurrentHashMap.newKeySet();
        channel(Map.of("default", 1), "", 20, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), delivery -> {
            String id = delivery.message().id();
            if (!id.startsWith("good-")) {
                seen.add(id);
                fail(RandomInput.of(-1 - numbers.getOrDefault(id, 0)), delivery);
            }
        });

        start();
        Set<Thread> threads = threads();
        for (int i = 0; i < 200; i++) {
            redis.publish("asynq:cancel".getBytes(UTF_8), RandomInput.of(i).bytes("good".getBytes(UTF_8)));
        }
        await().untilAsserted(
                () -> assertThat(redis.exists(DEFAULT.pending(), DEFAULT.active(), DEFAULT.lease())).isZero());

        assertThat(handled.stream().filter(id -> id.startsWith("good-")).toList()).hasSize(GOOD)
                .doesNotHaveDuplicates();
        assertThat(seen).hasSizeGreaterThan(RANDOM / 20);
        assertThat(threads).as("threads of the worker").isNotEmpty().allMatch(Thread::isAlive);
        assertKept(numbers.keySet());
        assertThat(badLines).isEmpty();
        enqueue("good-last");
        await().untilAsserted(() -> assertThat(handled).contains("good-last"));
    }

    /** The threads that live as long as the worker. Others only open a connection, or call one node. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("asynq-"))
                .filter(thread -> !thread.getName().startsWith("asynq-node-call")
                        && !thread.getName().startsWith("asynq-connect"))
                .collect(Collectors.toSet());
    }

    /** The names of the random tasks with their numbers. */
    private Map<String, Integer> store() {
        Map<String, Integer> numbers = new HashMap<>();
        Pipeline pipeline = redis.pipelined();
        for (int i = 0; i < RANDOM; i++) {
            RandomInput input = RandomInput.of(i);
            String id = id(input, i);
            numbers.put(id, i);
            byte[] hash = DEFAULT.task(id).getBytes(UTF_8);
            pipeline.hset(hash, "msg".getBytes(UTF_8), message(input, id));
            pipeline.hset(hash, "state".getBytes(UTF_8), "pending".getBytes(UTF_8));
            for (int fields = input.below(6); fields > 0; fields--) {
                pipeline.hset(hash, input.oneOf(FIELDS).getBytes(UTF_8), input.bytes("5".getBytes(UTF_8)));
            }
            pipeline.lpush(DEFAULT.pending(), id);
            if (i % (RANDOM / GOOD) == 0) {
                TaskMessage good = TaskMessage.builder("email:welcome", "good-" + i, "default").build();
                pipeline.hset(DEFAULT.task("good-" + i).getBytes(UTF_8), "msg".getBytes(UTF_8), good.toBytes());
                pipeline.lpush(DEFAULT.pending(), "good-" + i);
            }
        }
        pipeline.sync();
        return numbers;
    }

    private static byte[] message(RandomInput input, String id) {
        byte[] valid = TaskMessage.builder(input.below(3) == 0 ? input.text("type") : "email:welcome", id, "default")
                .payload(input.bytes("{\"a\":1}".getBytes(UTF_8))).maxRetry(input.oneOf(List.of(0, 1, -1, 25)))
                .retried(input.oneOf(List.of(0, 5, -1, Integer.MAX_VALUE)))
                .timeout(Duration.ofSeconds(input.oneOf(List.of(0L, 30L, -1L, Long.MAX_VALUE))))
                .deadline(Instant.ofEpochSecond(input.oneOf(List.of(0L, -5L, 31556889864403199L, 4_000_000_000L))))
                .retention(Duration.ofSeconds(input.oneOf(List.of(0L, -1L, 60L, Long.MAX_VALUE))))
                .uniqueKey(input.below(3) == 0 ? input.text("asynq:{default}:unique:a:") : "")
                .headers(Map.of(input.text("asynqee:version"), input.text("1"), input.text("traceparent"),
                        input.text("00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"),
                        input.oneOf(List.of("asynqee:retry-delay", "asynqee:retry-until", "partition-key")),
                        input.text("5s")))
                .build().toBytes();
        return input.below(3) == 0 ? input.bytes(valid) : valid;
    }

    private static void fail(RandomInput input, TaskDelivery delivery) throws Exception {
        String text = input.text("it failed");
        switch (input.below(8)) {
            case 0 -> throw new IllegalStateException(text);
            case 1 -> throw new SkipRetryException(text);
            case 2 -> throw new RevokeTaskException(text);
            case 3 -> throw new IOException(text, new IllegalStateException(text));
            case 4 -> throw new StackOverflowError(text);
            case 5 -> throw new IllegalStateException((String) null);
            case 6 -> throw new IllegalStateException() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    throw new IllegalStateException(text);
                }
            };
            default -> delivery.message();
        }
    }

    /** Each remaining task is in one collection, that of its state, and has an error if it failed. */
    private void assertKept(Set<String> ids) {
        Set<String> retry = Set.copyOf(redis.zrange(DEFAULT.retry(), 0, -1));
        Set<String> archived = Set.copyOf(redis.zrange(DEFAULT.archived(), 0, -1));
        Set<String> completed = Set.copyOf(redis.zrange(DEFAULT.completed(), 0, -1));
        assertThat(archived).hasSizeGreaterThan(RANDOM / 20);
        for (String id : ids) {
            List<String> in = IntStream.range(0, 3).filter(i -> List.of(retry, archived, completed).get(i).contains(id))
                    .mapToObj(i -> List.of("retry", "archived", "completed").get(i)).toList();
            String state = state(id);
            assertThat(in).as("collections of %s", id).isEqualTo(state == null ? List.of() : List.of(state));
            if (state != null && !state.equals("completed")) {
                assertThat(stored(id).id()).isEqualTo(id);
                assertThat(stored(id).errorMessage()).as("error of %s", id).isNotBlank().hasSizeLessThan(8_193);
            }
        }
        assertThat(retry.size() + archived.size() + completed.size())
                .isEqualTo(redis.keys(DEFAULT.taskPrefix() + "*").size());
    }
}
