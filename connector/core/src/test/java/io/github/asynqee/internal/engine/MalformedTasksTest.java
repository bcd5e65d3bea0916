package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Pipeline;

class MalformedTasksTest extends WorkerTest {

    private final Random random = new Random(7);
    private final Pipeline pipeline = redis.pipelined();

    @Test
    void a_thousand_malformed_tasks_do_not_affect_a_thousand_good_ones() throws Exception {
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String number = String.valueOf(i);
            tasks.add(() -> pending("good-" + number, message("good-" + number, "email:welcome").toBytes()));
        }
        for (int i = 0; i < 200; i++) {
            String number = String.valueOf(i);
            tasks.add(() -> pending("bytes-" + number, randomBytes()));
            tasks.add(() -> pipeline.lpush(DEFAULT.pending(), "vanished-" + number));
            tasks.add(() -> pending("other-" + number, message("good-" + number, "email:welcome").toBytes()));
            tasks.add(() -> pending("unknown-" + number, message("unknown-" + number, "report").toBytes()));
            tasks.add(() -> pending("json-" + number, ("{\"type\":\"email\",\"id\":" + number + "}").getBytes()));
        }
        Collections.shuffle(tasks, random);
        tasks.forEach(Runnable::run);
        pipeline.sync();
        channel(Map.of("default", 1), "email:", 20, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), d -> {});

        config.returnUnhandledTypesAfter(Duration.ofHours(1));
        start();
        awaitOnlyUnknown();

        assertThat(handled).hasSize(1_000).doesNotHaveDuplicates().allMatch(id -> id.startsWith("good-"));
        List<String> archived = redis.zrange(DEFAULT.archived(), 0, -1);
        assertThat(archived).hasSize(600).allMatch(id -> id.matches("(bytes|other|json)-\\d+"));
        assertThat(archived).allSatisfy(id -> {
            assertThat(state(id)).isEqualTo("archived");
            assertThat(stored(id).errorMessage()).startsWith("asynq: cannot be decoded: ");
        });
        assertThat(stored("other-7").errorMessage()).contains("its message has the ID \"good-7\"");
        assertThat(redis.exists(DEFAULT.retry())).isFalse();
        assertThat(redis.keys(DEFAULT.task("vanished-*"))).isEmpty();
        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).hasSize(800);
        enqueue("good-last");
        awaitOnlyUnknown();
        assertThat(handled).contains("good-last");
    }

    /** Those of a type that no channel here handles stay for other workers. */
    private void awaitOnlyUnknown() {
        await().untilAsserted(() -> {
            assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).hasSize(200)
                    .allMatch(id -> id.startsWith("unknown-"));
            assertThat(redis.exists(DEFAULT.active())).isFalse();
        });
    }

    private static TaskMessage message(String id, String type) {
        return TaskMessage.builder(type, id, "default").maxRetry(3).build();
    }

    /** Not a message: no field ends with the last byte. */
    private byte[] randomBytes() {
        byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        bytes[0] = (byte) 0xff;
        bytes[bytes.length - 1] = (byte) 0xff;
        return bytes;
    }

    private void pending(String id, byte[] msg) {
        pipeline.hset(DEFAULT.task(id).getBytes(), Map.of("msg".getBytes(), msg, "state".getBytes(),
                "pending".getBytes(), "pending_since".getBytes(), "1".getBytes()));
        pipeline.lpush(DEFAULT.pending(), id);
    }
}
