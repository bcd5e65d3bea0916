package io.github.asynqee.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Assumptions;

/** twemproxy ({@code nutcracker}) in front of servers, among which it distributes keys by their hash tags. */
public final class Twemproxy implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/nutcracker");
    private static final int ATTEMPTS = 3;
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final String QUESTION = "*2\r\n$6\r\nEXISTS\r\n$4\r\nnone\r\n";
    private static final String ANSWER = ":0\r\n";

    private final Process process;
    private final int port;

    private Twemproxy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it; the test is skipped if it is not installed, unless the topologies must be tested. */
    public static Twemproxy before(Path directory, List<EmbeddedRedis> servers) {
        return before(directory, servers, "fnv1a_64");
    }

    /** As {@link #before(Path, List)}, with another hash of the tags than its default. */
    public static Twemproxy before(Path directory, List<EmbeddedRedis> servers, String hash) {
        if (!Files.isExecutable(PROGRAM)) {
            assertThat(Boolean.getBoolean("asynq.test.topologies")).as(PROGRAM + " is required").isFalse();
            Assumptions.abort("SKIPPED: there is no " + PROGRAM + " (Debian package nutcracker)");
        }
        for (int i = 1; i < ATTEMPTS; i++) {
            Optional<Twemproxy> started = start(directory, servers, hash);
            if (started.isPresent()) {
                return started.get();
            }
        }
        return start(directory, servers, hash).orElseThrow(() -> new AssertionError(PROGRAM + " does not start"));
    }

    /** Empty if its process has ended: its port, which was free, was taken by another process. */
    private static Optional<Twemproxy> start(Path directory, List<EmbeddedRedis> servers, String hash) {
        try {
            int port = freePort();
            int statistics = freePort();
            Path config = Files.writeString(directory.resolve("nutcracker.yml"), "asynq:\n  listen: 127.0.0.1:" + port
                    + "\n  hash: " + hash + "\n  hash_tag: \"{}\"\n  distribution: modula\n  redis: true\n"
                    + "  auto_eject_hosts: false\n  timeout: 2000\n  server_retry_timeout: 100\n  servers:\n"
                    + IntStream.range(0, servers.size())
                            .mapToObj(i -> "   - 127.0.0.1:" + servers.get(i).port() + ":1 s" + i + "\n")
                            .collect(Collectors.joining()));
            Process process = new ProcessBuilder(PROGRAM.toString(), "-c", config.toString(), "-s",
                    String.valueOf(statistics), "-a", "127.0.0.1", "-p", directory.resolve("pid").toString(), "-o",
                    directory.resolve("log").toString()).inheritIO().start();
            await("twemproxy answers").until(() -> !process.isAlive() || answers(port));
            return process.isAlive() ? Optional.of(new Twemproxy(process, port)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another process that listens at the port has another answer, or none. */
    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(QUESTION.getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(ANSWER.length()), US_ASCII).equals(ANSWER);
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The URL for clients. */
    public String url() {
        return "redis-proxy://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
