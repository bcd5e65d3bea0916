package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Protocol.Command;

/** A node to which no connection can be made; each attempt may take the whole time limit of a connection. */
@Timeout(30)
class UnreachableNodeTest {

    private final AtomicInteger attempts = new AtomicInteger();
    private ServerSocket node;
    private RedisConnections connections;

    @BeforeEach
    void start() throws IOException {
        node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread refusing = new Thread(this::refuse, "refusing node");
        refusing.setDaemon(true);
        refusing.start();
        connections = new RedisConnections(RedisConfig.of("redis://127.0.0.1:" + node.getLocalPort()));
    }

    @AfterEach
    void stop() throws IOException {
        connections.close();
        node.close();
    }

    private void refuse() {
        while (!node.isClosed()) {
            try (Socket client = node.accept()) {
                client.setSoLinger(true, 0);
                attempts.incrementAndGet();
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void many_commands_try_to_connect_once_and_all_fail_as_not_executed() {
        RedisExecutor executor = new RedisExecutor(connections, RedisClock.of(Clock.systemUTC()), new Uncounted());
        Reply one = executor.send(commands(1)).get(0);
        assertThat(one.error()).isInstanceOf(BrokerUnavailableException.class);
        int attemptsOfOne = attempts.getAndSet(0);
        assertThat(attemptsOfOne).isPositive();

        List<Reply> replies = executor.send(commands(1_000));

        assertThat(replies).hasSize(1_000)
                .allSatisfy(reply -> assertThat(reply.error()).isInstanceOf(BrokerUnavailableException.class));
        assertThat(attempts).hasValue(attemptsOfOne);
    }

    private static List<RedisCommand> commands(int count) {
        return IntStream.range(0, count).mapToObj(i -> RedisCommand.command(Command.GET).key("key-" + i)).toList();
    }
}
