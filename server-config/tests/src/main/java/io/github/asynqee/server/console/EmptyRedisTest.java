package io.github.asynqee.server.console;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.ServerUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

/** A test that begins with an empty Redis. */
public abstract class EmptyRedisTest {

    private static final String AUDIT = "asynq:console:audit";
    private static final String EXPORTS = "asynq:console:audit:exports";

    protected final RedisClient redis = ServerUnderTest.redis();

    @BeforeEach
    protected void begin_with_an_empty_redis() {
        ServerUnderTest.requireListening();
        redis.flushAll();
    }

    @AfterEach
    protected void close() {
        redis.close();
    }

    /** Enqueues a task from outside. */
    protected void enqueue(String queue, String id, String payload) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("mail:send", payload).queue(queue).id(id));
        }
    }

    /** All entries of the audit log, the oldest first. */
    protected List<StreamEntry> audit() {
        return Stream.of(AUDIT, EXPORTS).flatMap(key -> redis.xrange(key, (StreamEntryID) null, null).stream())
                .sorted(Comparator.comparing(StreamEntry::getID)).toList();
    }

    protected void clearAudit() {
        redis.del(AUDIT, EXPORTS);
    }
}
