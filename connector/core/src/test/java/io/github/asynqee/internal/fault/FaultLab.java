package io.github.asynqee.internal.fault;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.internal.redis.connection.FakeSentinel;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.redis.Twemproxy;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.testkit.RedisBinary;
import io.github.asynqee.testkit.RedisStartException;
import io.github.asynqee.testkit.TestCertificate;
import redis.clients.jedis.Jedis;

/** A separate Redis for one row of the table, and the operations that cause faults. */
final class FaultLab implements AutoCloseable {

    /** The kinds of Redis. */
    enum Topology {
        SINGLE, TLS, SENTINEL, CLUSTER, PROXY
    }

    /** On the second node of a cluster. */
    static final String QUEUE = "default";
    private static final int SLOTS = 16_384;

    private static TestCertificate certificate;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<TcpProxy> proxies = new ArrayList<>();
    private final Set<Integer> ports = new HashSet<>();
    private final Path directory;
    private EmbeddedRedis server;
    /** The nodes of a cluster. */
    private final List<EmbeddedRedis> nodes = new ArrayList<>();
    private EmbeddedRedisSentinel sentinel;
    private Jedis kept;
    private String url;

    private FaultLab(Path directory) {
        this.directory = directory;
    }

    /** Starts a Redis of a kind, with proxies before all that clients connect to where they can be put there. */
    static FaultLab start(Topology topology, Path directory) throws IOException {
        FaultLab lab = new FaultLab(directory);
        try {
            switch (topology) {
                case SINGLE -> lab.single();
                case TLS -> lab.tls();
                case SENTINEL -> lab.fakeSentinels();
                case CLUSTER -> lab.startCluster();
                case PROXY -> lab.startProxy();
            }
            return lab;
        } catch (IOException | RuntimeException e) {
            lab.close();
            throw e;
        }
    }

    /** A Redis that another process has started. */
    static FaultLab of(String url, Set<Integer> ports) {
        FaultLab lab = new FaultLab(null);
        lab.url = url;
        lab.ports.addAll(ports);
        return lab;
    }

    /** A master, a replica and a real Sentinel; clients connect to the servers without a proxy. */
    static FaultLab ofRealSentinel(Path directory) {
        FaultLab lab = new FaultLab(directory);
        lab.sentinel = lab.closed(EmbeddedRedisSentinel.start());
        lab.url = lab.sentinel.url();
        TcpProxy before = lab.before(Integer.parseInt(lab.url.replaceAll(".*:(\\d+)\\?.*", "$1")));
        lab.url = "redis-sentinel://127.0.0.1:" + before.port() + "?master=" + EmbeddedRedisSentinel.MASTER_NAME;
        lab.server = lab.sentinel.master();
        lab.ports.add(lab.server.port());
        lab.ports.add(lab.sentinel.replica().port());
        return lab;
    }

    /** Three masters and their replicas; clients connect without a proxy. */
    static FaultLab ofClusterWithReplicas(Path directory) {
        FaultLab lab = new FaultLab(directory);
        EmbeddedRedisCluster cluster = lab.closed(EmbeddedRedisCluster.startWithReplicas());
        lab.nodes.addAll(cluster.nodes());
        lab.nodes.forEach(node -> lab.ports.add(node.port()));
        lab.server = lab.nodes.get(1);
        lab.url = cluster.url();
        return lab;
    }

    private <T extends AutoCloseable> T closed(T closeable) {
        open.add(0, closeable);
        return closeable;
    }

    private TcpProxy before(int port) {
        TcpProxy proxy = closed(TcpProxy.to(port));
        proxies.add(proxy);
        ports.add(proxy.port());
        return proxy;
    }

    private static EmbeddedRedis.Builder builder() {
        return EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "always")
                .config("lua-time-limit", "100");
    }

    private EmbeddedRedis startServer() {
        try {
            return closed(builder().config("enable-debug-command", "yes").start());
        } catch (RedisStartException older) {
            // before Redis 7 it is always enabled
            return closed(builder().start());
        }
    }

    private void single() {
        server = startServer();
        url = before(server.port()).url();
    }

    /** The same for all rows, also when a row is repeated: not in a directory that is deleted before. */
    private static synchronized TestCertificate certificate() throws IOException {
        if (certificate == null) {
            certificate = TestCertificate.create(Files.createTempDirectory(Path.of("target"), "certificate"));
        }
        return certificate;
    }

    private void tls() throws IOException {
        TestCertificate certificate = certificate();
        server = closed(withTls(certificate));
        url = before(server.port()).url().replace("redis:", "rediss:") + "?trust-store="
                + certificate.trustStore().toAbsolutePath()
                + "&trust-store-password=" + TestCertificate.PASSWORD;
    }

    private static EmbeddedRedis withTls(TestCertificate certificate) {
        try {
            return builder().tls(certificate).start();
        } catch (RedisStartException bundled) {
            return builder().binary(RedisBinary.installed().orElseThrow(() -> bundled)).tls(certificate).start();
        }
    }

    private void fakeSentinels() throws IOException {
        server = startServer();
        TcpProxy master = before(server.port());
        List<TcpProxy> before = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            before.add(before(closed(FakeSentinel.naming(master.port(), 1)).port()));
        }
        url = "redis-sentinel://" + before.stream().map(each -> "127.0.0.1:" + each.port())
                .collect(Collectors.joining(",")) + "?master=mymaster";
    }

    /** The nodes announce the ports of the proxies before them. */
    private void startCluster() {
        for (int i = 0; i < 3; i++) {
            TcpProxy before = before(0);
            EmbeddedRedis node = closed(EmbeddedRedis.builder().config("cluster-enabled", "yes")
                    .config("cluster-node-timeout", "60000")
                    .config("cluster-announce-port", String.valueOf(before.port())).start());
            before.leadTo(node.port());
            nodes.add(node);
            int first = SLOTS * i / 3;
            int end = SLOTS * (i + 1) / 3;
            admin(node, jedis -> {
                jedis.clusterAddSlots(IntStream.range(first, end).toArray());
                nodes.forEach(other -> jedis.clusterMeet("127.0.0.1", other.port()));
            });
        }
        server = nodes.get(1);
        for (EmbeddedRedis node : nodes) {
            admin(node, jedis -> await().pollInterval(Duration.ofMillis(50)).until(() -> jedis.clusterInfo()
                    .contains("cluster_state:ok")
                    && proxies.stream().allMatch(
                            before -> jedis.clusterNodes().contains("127.0.0.1:" + before.port() + "@"))));
        }
        url = "redis-cluster://" + proxies.stream().map(each -> "127.0.0.1:" + each.port())
                .collect(Collectors.joining(","));
    }

    private void startProxy() throws IOException {
        List<EmbeddedRedis> servers = List.of(closed(EmbeddedRedis.start()), closed(EmbeddedRedis.start()));
        Twemproxy twemproxy = closed(Twemproxy.before(Files.createDirectories(directory), servers));
        TcpProxy before = before(Integer.parseInt(twemproxy.url().replaceAll(".*:", "")));
        url = before.url().replace("redis:", "redis-proxy:");
        try (Jedis jedis = new Jedis("127.0.0.1", before.port())) {
            jedis.set("{" + QUEUE + "}", "here");
        }
        server = servers.stream().filter(each -> {
            try (Jedis jedis = TestRedis.connect(each)) {
                return jedis.dbSize() == 1;
            }
        }).findFirst().orElseThrow();
    }

    static void admin(EmbeddedRedis node, Consumer<Jedis> work) {
        try (Jedis jedis = TestRedis.connect(node)) {
            work.accept(jedis);
        }
    }

    /** Connects for {@link #admin(Consumer)}, before a fault that refuses that. */
    void keepAdmin() {
        kept = closed(TestRedis.connect(server));
    }

    /** Commands on the server of the queue. */
    void admin(Consumer<Jedis> work) {
        if (kept != null) {
            work.accept(kept);
        } else {
            admin(server, work);
        }
    }

    String url() {
        return url;
    }

    /** The server of the queue. */
    EmbeddedRedis server() {
        return server;
    }

    List<EmbeddedRedis> nodes() {
        return nodes;
    }

    EmbeddedRedisSentinel sentinel() {
        return sentinel;
    }

    /** The network before the server of the queue. */
    TcpProxy network() {
        return nodes.isEmpty() ? proxies.get(0) : proxies.get(1);
    }

    /** The network before all servers and Sentinels. */
    List<TcpProxy> networks() {
        return proxies;
    }

    /** What clients connect to. */
    Set<Integer> ports() {
        return ports;
    }

    @Override
    public void close() {
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
