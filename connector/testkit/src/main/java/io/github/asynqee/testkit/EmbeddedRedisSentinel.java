package io.github.asynqee.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * A master, a replica and one Sentinel (quorum 1) that watches them, as local processes, ready within two seconds.
 */
public final class EmbeddedRedisSentinel implements AutoCloseable {

    /** The name under which the Sentinel knows the master. */
    public static final String MASTER_NAME = "mymaster";

    private static final String HOST = "127.0.0.1";
    private static final String READY_LINE = "+monitor master";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path directory = Directories.temporary();
    private final int port = Ports.free();
    private final List<EmbeddedRedis> servers = new ArrayList<>();
    private @Nullable RedisProcess sentinel;

    private EmbeddedRedisSentinel() {}

    /**
     * Starts the three processes on free ports and returns when the replica is in sync and the Sentinel knows it.
     *
     * @return the running trio
     * @throws RedisStartException if it does not become ready
     */
    public static EmbeddedRedisSentinel start() {
        EmbeddedRedisSentinel trio = new EmbeddedRedisSentinel();
        try {
            trio.startServers();
            trio.startSentinel();
            return trio;
        } catch (RuntimeException e) {
            trio.close();
            throw e;
        }
    }

    /**
     * The URL.
     *
     * @return {@code redis-sentinel://127.0.0.1:port?master=mymaster}
     */
    public String url() {
        return "redis-sentinel://" + HOST + ":" + port + "?master=" + MASTER_NAME;
    }

    /**
     * The current master.
     *
     * @return the server whose port the Sentinel announces
     */
    public EmbeddedRedis master() {
        return serverAt(masterPort());
    }

    /**
     * The current replica.
     *
     * @return the replica, which is not running after {@link #killMaster()}
     */
    public EmbeddedRedis replica() {
        return otherThan(master());
    }

    /**
     * Swaps master and replica while both are running, as in planned maintenance. Returns when the new master accepts
     * writes and the old one replicates it; connections to the old master are closed.
     */
    public void failover() {
        EmbeddedRedis old = master();
        EmbeddedRedis next = otherThan(old);
        Await.until("the Sentinel agrees to fail over", LIMIT, () -> {
            try (Jedis jedis = new Jedis(HOST, port)) {
                return "OK".equals(jedis.sentinelFailover(MASTER_NAME));
            }
        });
        awaitMaster(next);
        // The Sentinel would do this too, but only after eight seconds.
        try (Jedis jedis = new Jedis(old.host(), old.port())) {
            jedis.replicaof(next.host(), next.port());
            jedis.clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL));
        }
        awaitInSync(old);
    }

    /**
     * Kills the master as {@code kill -9} does. Returns when the replica accepts writes and the Sentinel announces it
     * as the master: after two to four seconds.
     */
    public void killMaster() {
        EmbeddedRedis old = master();
        old.kill();
        awaitMaster(otherThan(old));
    }

    /**
     * Stops the three processes and deletes their files.
     */
    @Override
    public void close() {
        if (sentinel != null) {
            sentinel.stop();
        }
        servers.forEach(EmbeddedRedis::close);
        Directories.delete(directory);
    }

    @Override
    public String toString() {
        return "EmbeddedRedisSentinel[" + url() + "]";
    }

    private void startServers() {
        EmbeddedRedis master = EmbeddedRedis.builder().config("repl-diskless-sync-delay", "0").start();
        servers.add(master);
        EmbeddedRedis replica = EmbeddedRedis.builder()
                .config("repl-diskless-sync-delay", "0")
                .config("replicaof", HOST, String.valueOf(master.port()))
                .start();
        servers.add(replica);
        awaitInSync(replica);
    }

    private void startSentinel() {
        Path config = directory.resolve("sentinel.conf");
        Directories.write(config, String.format(Locale.ROOT, """
                port %d
                bind %s
                sentinel monitor %4$s %2$s %3$d 1
                sentinel down-after-milliseconds %4$s 500
                sentinel failover-timeout %4$s 1000
                """, port, HOST, servers.get(0).port(), MASTER_NAME));
        List<String> command = List.of(RedisBinary.locate().toString(), config.toString(), "--sentinel");
        sentinel = RedisProcess.start(command, directory, READY_LINE);
        Await.until("the Sentinel knows the replica", LIMIT, () -> {
            try (Jedis jedis = new Jedis(HOST, port)) {
                return jedis.sentinelReplicas(MASTER_NAME).size() == 1;
            }
        });
    }

    private int masterPort() {
        try (Jedis jedis = new Jedis(HOST, port)) {
            return Integer.parseInt(jedis.sentinelGetMasterAddrByName(MASTER_NAME).get(1));
        }
    }

    private EmbeddedRedis serverAt(int itsPort) {
        return servers.stream().filter(server -> server.port() == itsPort).findFirst().orElseThrow();
    }

    private EmbeddedRedis otherThan(EmbeddedRedis one) {
        return servers.stream().filter(server -> server != one).findFirst().orElseThrow();
    }

    private void awaitMaster(EmbeddedRedis next) {
        Await.until(next + " is the master", LIMIT,
                () -> masterPort() == next.port() && replication(next).contains("role:master"));
    }

    private static void awaitInSync(EmbeddedRedis replica) {
        Await.until(replica + " follows the master", LIMIT,
                () -> replication(replica).contains("master_link_status:up"));
    }

    private static String replication(EmbeddedRedis server) {
        try (Jedis jedis = new Jedis(new HostAndPort(server.host(), server.port()))) {
            return jedis.info("replication");
        }
    }
}
