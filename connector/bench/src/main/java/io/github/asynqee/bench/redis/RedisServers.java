package io.github.asynqee.bench.redis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisBinary;
import io.github.asynqee.testkit.TestCertificate;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.SslOptions;

/**
 * The running servers of an {@link Environment}: the Redis installed on this machine, or else the Redis of the testkit.
 */
final class RedisServers implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int SLOTS = 16_384;
    private static final int MASTERS = 3;
    private static final String MASTER_NAME = "mymaster";
    private static final int SENTINELS = 3;

    private final Path binary = RedisBinary.installed().orElseGet(RedisBinary::locate);
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final List<EmbeddedRedis> masters = new ArrayList<>();
    private TestCertificate certificate;
    private String url;
    private String direct;

    private RedisServers() {}

    /** Starts empty servers. */
    static RedisServers start(Environment environment) {
        return starting(servers -> servers.add(environment));
    }

    /** Starts an empty server that writes all changes to a file, and its replica. */
    static RedisServers startDurable() {
        return starting(servers -> {
            servers.add(Environment.EVERYSEC);
            servers.replica();
        });
    }

    /** Starts an empty Cluster of masters that share the slots evenly. */
    static RedisServers startCluster(int masters) {
        return starting(servers -> servers.cluster(masters));
    }

    private static RedisServers starting(Consumer<RedisServers> start) {
        RedisServers servers = new RedisServers();
        try {
            start.accept(servers);
            return servers;
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private void add(Environment environment) {
        switch (environment) {
            case PLAIN -> single(server());
            case EVERYSEC -> single(server().config("appendonly", "yes").config("appendfsync", "everysec"));
            case ALWAYS -> single(server().config("appendonly", "yes").config("appendfsync", "always"));
            case TLS -> {
                Path files = NativeBuild.folder("certificate");
                certificate = TestCertificate.create(files);
                single(server().tls(certificate));
                url = direct + "?trust-store=" + certificate.trustStore() + "&trust-store-password="
                        + TestCertificate.PASSWORD;
                direct = url;
            }
            case DISTANT -> {
                single(server());
                DelayingProxy proxy = part(DelayingProxy.to(masters.get(0).port()));
                url = "redis://127.0.0.1:" + proxy.port();
            }
            case SENTINEL -> watched();
            case CLUSTER -> cluster(MASTERS);
        }
    }

    private EmbeddedRedis.Builder server() {
        return EmbeddedRedis.builder().binary(binary).config("repl-diskless-sync-delay", "0");
    }

    private void single(EmbeddedRedis.Builder server) {
        EmbeddedRedis only = part(server.start());
        masters.add(only);
        direct = only.url();
        url = direct;
    }

    private void watched() {
        single(server());
        EmbeddedRedis master = masters.get(0);
        replica();
        List<String> sentinels = new ArrayList<>();
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.add(part(Sentinel.start(binary, MASTER_NAME, master)).address());
        }
        url = "redis-sentinel://" + String.join(",", sentinels) + "?master=" + MASTER_NAME;
    }

    private void replica() {
        EmbeddedRedis master = masters.get(0);
        part(server().config("replicaof", master.host(), String.valueOf(master.port())).start());
        try (Jedis node = connect(master)) {
            Wait.until(master + " has its replica", () -> node.info("replication").contains("state=online"));
        }
    }

    private void cluster(int count) {
        for (int i = 0; i < count; i++) {
            masters.add(part(server().config("cluster-enabled", "yes").start()));
        }
        for (int i = 0; i < count; i++) {
            try (Jedis node = connect(masters.get(i))) {
                node.clusterAddSlotsRange(SLOTS * i / count, SLOTS * (i + 1) / count - 1);
                node.clusterMeet(masters.get(0).host(), masters.get(0).port());
            }
        }
        for (EmbeddedRedis master : masters) {
            try (Jedis node = connect(master)) {
                Wait.until(master + " knows the cluster", () -> node.clusterInfo().contains("cluster_state:ok")
                        && node.clusterInfo().contains("cluster_known_nodes:" + count));
            }
        }
        url = masters.stream().map(node -> node.host() + ":" + node.port())
                .collect(Collectors.joining(",", "redis-cluster://", ""));
        direct = url;
    }

    private <T extends AutoCloseable> T part(T part) {
        parts.add(part);
        return part;
    }

    /** The command with the parameters that a subject needs to connect: {@code redis}, and {@code ca} with TLS. */
    Command to(Command command) {
        Command withUrl = command.with("redis", url);
        return certificate == null ? withUrl : withUrl.with("ca", certificate.certificate());
    }

    /** The URL for the harness, which avoids the delay that an environment may have. */
    String direct() {
        return direct;
    }

    /** The URL for subjects. */
    String url() {
        return url;
    }

    /** The servers that hold data, in the order of their slots; replicas are not among them. */
    List<EmbeddedRedis> masters() {
        return List.copyOf(masters);
    }

    /** The index of the master that has a key. */
    int masterOf(int slot) {
        int master = 0;
        while (slot >= SLOTS * (master + 1) / masters.size()) {
            master++;
        }
        return master;
    }

    /** A connection of the harness. */
    Jedis connect(EmbeddedRedis server) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder().resp2()
                .timeoutMillis(TIMEOUT_MILLIS);
        if (certificate != null) {
            config.sslOptions(SslOptions.builder()
                    .truststore(certificate.trustStore().toFile(), TestCertificate.PASSWORD.toCharArray())
                    .trustStoreType("PKCS12").build());
        }
        return new Jedis(new HostAndPort(server.host(), server.port()), config.build());
    }

    /** Stops the processes in reverse order. */
    @Override
    public void close() {
        for (int i = parts.size() - 1; i >= 0; i--) {
            try {
                parts.get(i).close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot be stopped: " + parts.get(i), e);
            }
        }
    }
}
