package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ReservedPorts;
import io.github.asynqee.testkit.EmbeddedRedis;

/** twemproxy in front of three servers. */
final class Proxy implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/nutcracker");

    private final List<EmbeddedRedis> servers = List.of(EmbeddedRedis.start(), EmbeddedRedis.start(),
            EmbeddedRedis.start());
    private final int port;
    private final Process process;

    private Proxy() throws IOException {
        port = ReservedPorts.next();
        Path directory = Files.createDirectories(ServerUnderTest.workFile("proxy")).toAbsolutePath();
        Path config = Files.writeString(directory.resolve("nutcracker.yml"), """
                asynq:
                  listen: 127.0.0.1:%d
                  hash: fnv1a_64
                  hash_tag: "{}"
                  distribution: modula
                  redis: true
                  auto_eject_hosts: false
                  timeout: 2000
                  servers:
                %s
                """.formatted(port, servers.stream().map(server -> "   - 127.0.0.1:" + server.port() + ":1")
                .collect(Collectors.joining("\n"))));
        process = new ProcessBuilder(PROGRAM.toString(), "-c", config.toString(), "-s",
                String.valueOf(ReservedPorts.next()), "-a", "127.0.0.1", "-p", directory.resolve("pid").toString(),
                "-o",
                directory.resolve("log").toString()).inheritIO().start();
    }

    /** Starts it; fails if it is not installed. */
    static Proxy start() {
        assertThat(PROGRAM).as("twemproxy (Debian: nutcracker)").isExecutable();
        try {
            Proxy proxy = new Proxy();
            await().until(proxy::accepts);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "redis-proxy://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        servers.forEach(EmbeddedRedis::close);
    }
}
