package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UnknownEndpointTest {

    /** A node that serves all slots and announces no host. */
    private static final String SLOTS = "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$-1\r\n:7000\r\n";

    @Test
    void a_cluster_whose_nodes_announce_no_addresses_is_refused_with_the_setting_to_change() throws IOException {
        try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                RedisConnections connections = new RedisConnections(
                        RedisConfig.of("redis-cluster://127.0.0.1:" + node.getLocalPort()))) {
            Thread accepting = new Thread(() -> accept(node));
            accepting.setDaemon(true);
            accepting.start();

            assertThatThrownBy(() -> connections.borrow("key", null)).isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContaining("cluster-preferred-endpoint-type").hasMessageNotContaining("null")
                    .rootCause().hasMessageContaining("cluster-preferred-endpoint-type");
        }
    }

    private static void accept(ServerSocket node) {
        while (!node.isClosed()) {
            try (Socket client = node.accept()) {
                answer(client);
            } catch (IOException e) {
                // the client has gone
                continue;
            }
        }
    }

    private static void answer(Socket client) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String command = "";
            for (int words = Integer.parseInt(line.substring(1)); words > 0; words--) {
                requests.readLine();
                command += requests.readLine() + " ";
            }
            String reply = command.startsWith("CLUSTER") ? SLOTS
                    : command.startsWith("HELLO") ? "*2\r\n$5\r\nproto\r\n:2\r\n" : "+OK\r\n";
            client.getOutputStream().write(reply.getBytes(US_ASCII));
        }
    }
}
