package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

@Timeout(60)
class IdleConnectionsTest {

    private static final int MANY = 16;

    private final TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
    private final RedisConnections redisConnections = new RedisConnections(
            RedisConfig.of(network.url() + "?command-timeout=1s"));

    @AfterEach
    void disconnect() {
        redisConnections.close();
        network.close();
    }

    /** Many connections, idle for longer than the limit after which they are checked. */
    private void rest() {
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            connections.add(redisConnections.borrow(null, null));
        }
        connections.forEach(redisConnections::release);
        long rested = System.nanoTime();
        await("connections have rested").until(() -> System.nanoTime() - rested > TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void after_a_restart_the_next_to_borrow_gets_one_that_works() {
        rest();
        network.cut();
        network.heal();

        for (int i = 0; i < MANY; i++) {
            Connection connection = redisConnections.borrow(null, null);
            assertThat(connection.executeCommand(Command.PING)).isEqualTo("PONG".getBytes());
            redisConnections.release(connection);
        }
    }

    @Test
    void a_node_that_does_not_answer_is_not_waited_for_once_per_connection() {
        rest();
        network.swallow();
        long start = System.nanoTime();

        assertThatThrownBy(() -> redisConnections.borrow(null, null)).isInstanceOf(BrokerUnavailableException.class);

        // one timeout of 1 s for the idle connection and one for the new one, instead of one for each idle connection
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
    }

    @Test
    void a_broken_connection_is_returned_without_another_one() {
        Connection connection = redisConnections.borrow(null, null);
        network.swallow();
        long start = System.nanoTime();

        redisConnections.discard(connection);

        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MILLISECONDS.toNanos(900));
    }
}
