package io.github.asynqee.server.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.server.faults.app.Kind;
import io.github.asynqee.server.faults.app.Ticker;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * The Redis of the queues, of one kind, and its possible faults. No fault makes that Redis forget confirmed tasks.
 *
 * @param url for applications
 * @param durability the durability that producers must request, so that no fault makes Redis forget a confirmed task
 * @param nodes all servers, for reading them when nothing changes
 * @param faults the possible faults
 * @param stop stops it
 */
record FaultyRedis(String url, String durability, Supplier<List<EmbeddedRedis>> nodes, List<Fault> faults,
        Runnable stop) implements AutoCloseable {

    private static final int KEYS_AT_ONCE = 5;
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final String PAUSE = "CLIENT PAUSE";
    private static final Duration AGREES = Duration.ofSeconds(60);

    /** Starts one of these: {@code single}, {@code sentinel}, {@code cluster}. */
    static FaultyRedis start(String kind) {
        return switch (kind) {
            case "single" -> SingleRedis.start();
            case "sentinel" -> sentinel();
            case "cluster" -> cluster();
            default -> throw new IllegalArgumentException(
                    "-Dfaults.redis=" + kind + ": allowed are single, sentinel and cluster");
        };
    }

    /**
     * The replica takes over and lacks the writes that it had not received. So producers wait until it has received
     * theirs.
     */
    private static FaultyRedis sentinel() {
        EmbeddedRedisSentinel trio = EmbeddedRedisSentinel.start();
        List<Fault> faults = new ArrayList<>();
        for (Fault fault : ofConnections(() -> List.of(trio.master()))) {
            faults.add(PAUSE.equals(fault.name()) ? failingOver(fault, trio) : fault);
        }
        faults.add(new Fault("kill -9 of the master", random -> {
            EmbeddedRedis old = trio.master();
            trio.killMaster();
            String away = Fault.last(random, 1, 3_000);
            old.restart();
            await().atMost(AGREES).ignoreExceptions().until(() -> hasReplica(trio.master()));
            return away;
        }));
        return new FaultyRedis(trio.url(), "replica", () -> List.of(trio.master()), faults, trio::close);
    }

    /**
     * Sentinel replaces a master that does not answer for half a second. The fault ends when the old master follows the
     * new one.
     */
    private static Fault failingOver(Fault pause, EmbeddedRedisSentinel trio) {
        return new Fault(pause.name() + " of the master", random -> {
            String details = pause.action().run(random);
            await().atMost(AGREES).ignoreExceptions().until(() -> hasReplica(trio.master()));
            return details;
        });
    }

    private static FaultyRedis cluster() {
        EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
        List<Fault> faults = new ArrayList<>(ofConnections(cluster::nodes));
        faults.add(new Fault("moving slots", random -> "%d keys".formatted(moveSlots(cluster.nodes(), random))));
        faults.add(faults.get(faults.size() - 1));
        faults.add(new Fault("SIGSTOP of a master", random -> {
            EmbeddedRedis master = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
            master.pause();
            try {
                return Fault.last(random, 1_000, 5_000);
            } finally {
                master.resume();
                await().atMost(AGREES).until(() -> cluster.nodes().stream().allMatch(FaultyRedis::isOk));
            }
        }));
        return new FaultyRedis(cluster.url(), "memory", cluster::nodes, faults, cluster::close);
    }

    /** The slots of all queues, each to another master. */
    private static int moveSlots(List<EmbeddedRedis> nodes, Random random) {
        int keys = 0;
        for (String key : Stream.concat(Stream.of(Kind.QUEUES).map(queue -> "asynq:{" + queue + "}:pending"),
                Stream.of("asynq:{" + Ticker.QUEUE + "}:pending", "asynq:queues")).toList()) {
            int slot = SlotMove.slotOf(key);
            EmbeddedRedis from = SlotMove.masterOf(nodes, slot);
            List<EmbeddedRedis> others = nodes.stream().filter(node -> node != from).toList();
            try (SlotMove move = SlotMove.begin(nodes, slot, others.get(random.nextInt(others.size())))) {
                keys += move.end(KEYS_AT_ONCE);
            }
        }
        return keys;
    }

    /** Possible faults of each kind of Redis. */
    static List<Fault> ofConnections(Supplier<List<EmbeddedRedis>> nodes) {
        return List.of(new Fault("CLIENT KILL", random -> each(nodes, jedis -> jedis
                .clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL)))),
                new Fault(PAUSE, random -> {
                    int millis = random.nextInt(1_000, 5_000);
                    each(nodes, jedis -> jedis.clientPause(millis));
                    Thread.sleep(millis);
                    return millis + " ms";
                }), new Fault("SCRIPT FLUSH", random -> each(nodes, Jedis::scriptFlush)),
                new Fault("memory limit", random -> during(nodes, "maxmemory", "1", "0", random)),
                new Fault("no writes: replicas are missing",
                        random -> during(nodes, "min-replicas-to-write", "5", "0", random)));
    }

    private static boolean isOk(EmbeddedRedis node) {
        try (Jedis jedis = connection(node)) {
            return jedis.clusterInfo().contains("cluster_state:ok");
        }
    }

    private static boolean hasReplica(EmbeddedRedis node) {
        try (Jedis jedis = connection(node)) {
            return jedis.info("replication").contains("state=online");
        }
    }

    static Jedis connection(EmbeddedRedis node) {
        return new Jedis(node.host(), node.port(), TIMEOUT_MILLIS);
    }

    /** A call of Redis. */
    private interface Call {
        void on(Jedis jedis);
    }

    private static String each(Supplier<List<EmbeddedRedis>> nodes, Call call) {
        List<EmbeddedRedis> all = nodes.get();
        for (EmbeddedRedis node : all) {
            try (Jedis jedis = connection(node)) {
                call.on(jedis);
            }
        }
        return all.size() + " nodes";
    }

    /** Has a setting for a while. */
    static String during(Supplier<List<EmbeddedRedis>> nodes, String setting, String value, String before,
            Random random) throws InterruptedException {
        List<EmbeddedRedis> same = nodes.get();
        each(() -> same, jedis -> jedis.configSet(setting, value));
        try {
            return Fault.last(random, 500, 4_000);
        } finally {
            each(() -> same, jedis -> jedis.configSet(setting, before));
        }
    }

    @Override
    public void close() {
        stop.run();
    }
}
