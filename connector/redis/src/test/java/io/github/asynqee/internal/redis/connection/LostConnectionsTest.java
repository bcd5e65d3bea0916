package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** An error in the pool, such as a moment without memory, loses connections. */
@Timeout(60)
class LostConnectionsTest {

    private static final int MAX = 4;

    private RedisConnections connections;

    @AfterEach
    void disconnect() {
        connections.close();
    }

    private void connect(TestRedis kind) {
        connections = new RedisConnections(
                RedisConfig.of(kind.url() + "?command-timeout=500ms&max-connections=" + MAX));
    }

    private Opening opening() throws ReflectiveOperationException {
        Field opening = RedisConnections.class.getDeclaredField("opening");
        opening.setAccessible(true);
        return (Opening) opening.get(connections);
    }

    /** Of one server of them. */
    private void lose(int number) throws ReflectiveOperationException {
        for (int i = 0; i < number; i++) {
            opening().get().connect("key");
        }
    }

    private void useAll() {
        List<Connection> borrowed = new ArrayList<>();
        for (int i = 0; i < MAX; i++) {
            borrowed.add(connections.borrow("key", null));
        }
        borrowed.forEach(each -> assertThat(each.executeCommand(Command.PING)).isEqualTo("PONG".getBytes()));
        borrowed.forEach(connections::release);
    }

    @ParameterizedTest
    @EnumSource(names = { "SINGLE", "CLUSTER" })
    void connections_that_the_pool_has_lost_are_opened_again(TestRedis kind) throws Exception {
        connect(kind);
        useAll();
        lose(MAX);

        assertThatThrownBy(() -> connections.borrow("key", null)).isInstanceOf(BrokerUnavailableException.class);
        useAll();
    }

    @Test
    void connections_in_use_are_not_lost() throws Exception {
        connect(TestRedis.SINGLE);
        Topology topology = opening().get();
        for (int i = 0; i < MAX; i++) {
            connections.borrow(null, null);
        }

        assertThatThrownBy(() -> connections.borrow(null, null)).isInstanceOf(BrokerUnavailableException.class);
        assertThat(opening().opened()).isSameAs(topology);
    }
}
