package io.github.asynqee.bench.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.testkit.EmbeddedRedis;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * One of three Sentinel processes; two must agree. It considers a master failed only after 30 s, so that a busy machine
 * does not cause a failover.
 */
final class Sentinel implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String CONFIG = """
            port %1$d
            bind %2$s
            sentinel monitor %3$s %2$s %4$d 2
            sentinel down-after-milliseconds %3$s 30000
            """;

    private final int port;
    private final Process process;

    private Sentinel(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Starts a Sentinel, and waits until it knows the replica of the master. */
    static Sentinel start(Path binary, String name, EmbeddedRedis master) {
        int port = freePort();
        Path config = NativeBuild.folder("sentinels").resolve(port + ".conf");
        try {
            Files.writeString(config, CONFIG.formatted(port, HOST, name, master.port()));
            Process process = new ProcessBuilder(binary.toString(), config.toString(), "--sentinel")
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(config.resolveSibling(port + ".log").toFile())).start();
            Sentinel sentinel = new Sentinel(port, process);
            Wait.until("Sentinel " + port + " knows a replica", () -> sentinel.knowsReplica(name));
            return sentinel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean knowsReplica(String name) {
        try (Jedis jedis = new Jedis(HOST, port)) {
            return jedis.sentinelReplicas(name).size() == 1;
        } catch (JedisConnectionException e) {
            // the Sentinel does not listen yet
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code host:port}. */
    String address() {
        return HOST + ":" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
