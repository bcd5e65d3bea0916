package io.github.asynqee.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UniqueKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client that sends tasks with one unique key, and the state of these tasks in Redis. */
abstract class UniqueTasks extends BrokerTest {

    static final Duration HOUR = Duration.ofHours(1);
    static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String COMMON = UniqueKey.ofKey("invoice", "42");
    static final String LOCK = DEFAULT.prefix() + UniqueKey.lock(COMMON);
    static final String WINDOW = DEFAULT.prefix() + UniqueKey.window(COMMON);

    DefaultAsynqClient client;

    @BeforeEach
    void open() {
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void close() {
        client.close();
    }

    static Task<String> task(String payload) {
        return Task.of("invoice", payload).uniqueKey("42").unique(HOUR);
    }

    static Task<String> replacing(String payload) {
        return task(payload).onDuplicate(OnDuplicate.REPLACE);
    }

    TaskMessage message(String id) throws Exception {
        return TaskMessage.parse("default", id,
                redis.at(DEFAULT.task(id)).hget(DEFAULT.task(id).getBytes(UTF_8), "msg".getBytes(UTF_8)));
    }

    String payload(String id) throws Exception {
        return new String(message(id).payload(), UTF_8);
    }

    String holder() {
        return redis.at(LOCK).get(LOCK);
    }

    long life(String key) {
        return redis.at(key).ttl(key);
    }

    Lease started() {
        return broker.workerCommands().dequeue("default", 1).leases().get(0);
    }

    /** The collections that have a task. */
    List<String> in(String id) {
        List<String> found = new ArrayList<>();
        for (String key : List.of(DEFAULT.pending(), DEFAULT.active())) {
            list(key).stream().filter(id::equals).forEach(it -> found.add(key));
        }
        for (String key : List.of(DEFAULT.scheduled(), DEFAULT.retry(), DEFAULT.archived())) {
            zset(key).stream().filter(id::equals).forEach(it -> found.add(key));
        }
        return found;
    }
}
