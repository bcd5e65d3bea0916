package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Protocol.Command;

/** Handlers that call the connector in an endless recursion. */
@Timeout(60)
class StackRoomTest {

    private static final int ROUNDS = 100;

    private final RedisConnections connections = new RedisConnections(
            RedisConfig.of(TestRedis.SINGLE.url() + "?max-connections=4&command-timeout=1s"));
    private final RedisExecutor redis = new RedisExecutor(connections, RedisClock.of(Clock.systemUTC()),
            new Uncounted());
    private final AtomicInteger overflows = new AtomicInteger();

    @AfterEach
    void disconnect() {
        connections.close();
    }

    private Object ping() {
        return redis.send(RedisCommand.command(Command.PING));
    }

    /** Sends a command in each frame, from the last one on, until one can be sent. */
    private void recurse() {
        try {
            recurse();
        } catch (StackOverflowError e) {
            overflows.incrementAndGet();
            ping();
        }
    }

    /** Lets each round reach the end of the stack in another place. */
    private void recurse(int frames) {
        if (frames == 0) {
            recurse();
        } else {
            recurse(frames - 1);
        }
    }

    @Test
    void a_call_at_the_end_of_the_stack_keeps_no_connection() throws Exception {
        ping();
        for (int i = 0; i < ROUNDS; i++) {
            int frames = i;
            Thread thread = new Thread(null, () -> recurse(frames), "recursion", 256 * 1024);
            thread.start();
            thread.join(Duration.ofSeconds(20).toMillis());
            assertThat(thread.isAlive()).isFalse();
        }

        assertThat(overflows).hasValueGreaterThan(ROUNDS);
        for (int i = 0; i < 4; i++) {
            connections.borrow(null, null);
        }
    }
}
