package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error in the middle of reading a reply, as when memory is exhausted. */
@Timeout(60)
class UnreadableReplyTest {

    /** No array may have this size; then what looks like another reply. */
    private static final String TOO_LARGE = "*1\r\n$2147483647\r\n*1\r\n$5\r\nwrong\r\n";
    private static final String RIGHT = "*1\r\n$5\r\nright\r\n";

    private final AtomicBoolean fails = new AtomicBoolean(true);
    private final AtomicInteger lists = new AtomicInteger();

    @Test
    void the_rest_of_a_reply_whose_reading_failed_is_not_taken_for_the_next_one() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> accept(server));
            accepting.setDaemon(true);
            accepting.start();
            try (Broker broker = RedisBroker.connect(RedisConfig.of("redis://127.0.0.1:" + server.getLocalPort()))) {
                Throwable error = catchThrowable(() -> broker.groupCommands().list("default"));
                assertThat(error).isInstanceOf(OutOfMemoryError.class);
                assertThat(lists).hasValue(1);

                assertThat(broker.groupCommands().list("default")).isEqualTo(Set.of("right"));
            }
        }
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread serving = new Thread(() -> serve(socket));
                serving.setDaemon(true);
                serving.start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int parts = Integer.parseInt(line.substring(1));
                String command = "";
                for (int i = 0; i < parts; i++) {
                    in.readLine();
                    String part = in.readLine();
                    command = i == 0 ? part.toUpperCase(Locale.ROOT) : command;
                }
                out.write(reply(command).getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private String reply(String command) {
        return switch (command) {
            case "SMEMBERS" -> {
                lists.incrementAndGet();
                yield fails.getAndSet(false) ? TOO_LARGE : RIGHT;
            }
            case "HELLO" -> "*6\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$6\r\n7.0.15\r\n"
                    + "$5\r\nproto\r\n:2\r\n";
            case "TIME" -> "*2\r\n$10\r\n2000000000\r\n$1\r\n0\r\n";
            default -> "+OK\r\n";
        };
    }
}
