package io.github.asynqee.internal.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * A name that cannot be resolved at first and later leads to another server. The test runs in a separate process
 * because it needs its own hosts file.
 */
@Timeout(60)
class NameChangeTest {

    private static final String NAME = "redis.example";
    private static final Duration FOLLOWED = Duration.ofSeconds(8);

    /** In the process: sends tasks until its input ends. */
    public static void main(String[] url) throws Exception {
        Security.setProperty("networkaddress.cache.ttl", "1");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(url[0]));
        DefaultAsynqClient client = DefaultAsynqClient.of(broker);
        while (System.in.available() == 0) {
            try {
                client.enqueue(Task.of("a", "{}"));
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
            Thread.sleep(50);
        }
        client.close();
        broker.close();
        System.out.println("closed");
    }

    private static void forward(ServerSocket from, int port) {
        daemon(() -> {
            while (true) {
                Socket client = from.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                copy(client, server);
                copy(server, client);
            }
        });
    }

    private static void copy(Socket from, Socket to) {
        daemon(() -> {
            try (InputStream in = from.getInputStream()) {
                in.transferTo(to.getOutputStream());
            }
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // the other end is closed
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static long tasks(Jedis server) {
        return server.llen("asynq:{default}:pending");
    }

    @Test
    void the_server_that_has_the_name_now_is_used(@TempDir Path directory) throws Exception {
        Path names = Files.createFile(directory.resolve("hosts"));
        Path output = directory.resolve("output");
        try (EmbeddedRedis one = EmbeddedRedis.start();
                EmbeddedRedis two = EmbeddedRedis.start();
                Jedis first = TestRedis.connect(one);
                Jedis second = TestRedis.connect(two);
                ServerSocket before = new ServerSocket(one.port(), 50, InetAddress.getByName("127.0.0.2"))) {
            forward(before, two.port());
            ProcessBuilder command = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                    "-Djdk.net.hosts.file=" + names,
                    NameChangeTest.class.getName(), "redis://" + NAME + ":" + one.port());
            command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            command.directory(new File("target"));
            Process process = command.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            try {
                await().until(() -> Files.readString(output).contains(NAME + " cannot be resolved"));

                Files.writeString(names, "127.0.0.1 " + NAME + "\n");
                await("the name at the start").atMost(FOLLOWED).until(() -> tasks(first) > 5);

                // as when a service makes a replica the master and gives it the name
                Files.writeString(names, "127.0.0.2 " + NAME + "\n");
                first.replicaof("127.0.0.1", 1);
                await("the name of another server").atMost(FOLLOWED).until(() -> tasks(second) > 5);

                process.getOutputStream().write(1);
                process.getOutputStream().flush();
                await("the close").atMost(FOLLOWED).until(() -> Files.readString(output).contains("closed"));
                List<String> warnings = Files.readAllLines(output).stream().filter(line -> line.startsWith("WARN"))
                        .toList();
                assertThat(warnings).hasSizeLessThan(5);
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
