package io.github.asynqee.internal.fault;

import static io.github.asynqee.internal.fault.FaultLab.Topology.CLUSTER;
import static io.github.asynqee.internal.fault.FaultLab.Topology.PROXY;
import static io.github.asynqee.internal.fault.FaultLab.Topology.SENTINEL;
import static io.github.asynqee.internal.fault.FaultLab.Topology.SINGLE;
import static io.github.asynqee.internal.fault.FaultLab.Topology.TLS;
import static io.github.asynqee.internal.fault.FaultRow.Moment.CLOSING;
import static io.github.asynqee.internal.fault.FaultRow.Moment.RUNNING;
import static io.github.asynqee.internal.fault.FaultRow.Moment.START;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.internal.fault.FaultLab.Topology;
import io.github.asynqee.internal.fault.FaultRow.Moment;
import io.github.asynqee.internal.fault.FaultRow.Ready;
import io.github.asynqee.internal.fault.FaultRow.Step;
import io.github.asynqee.internal.fault.FaultRun.Measured;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TcpProxy.Cut;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Faults of Redis and of the network, and their effects on an application. The rows run at the same time, because they
 * mostly wait. The measurements are in {@code target/connections.txt}. {@code -Dconnections.rows} chooses rows by a
 * regular expression.
 */
@Timeout(300)
@Tag("thorough")
class ConnectionFaultsTest {

    private static final int LOADED = 250;
    private static final int LOADED_BYTES = 100_000;
    private static final int AT_ONCE = Integer.getInteger("connections.at-once", 20);
    private static final Map<FaultRow, Future<Measured>> RUNS = new LinkedHashMap<>();
    /** Whether rows that failed are repeated, each alone. */
    private static boolean repeats;

    private static final int SLOT = JedisClusterCRC16.getSlot(FaultLab.QUEUE);
    private static final Step HEAL = lab -> lab.networks().forEach(TcpProxy::heal);
    private static final Step HANG = lab -> lab.server().pause();
    private static final Step RESUME = lab -> lab.server().resume();

    private static FaultRow row(String fault, Topology topology, Moment moment) {
        return new FaultRow(fault, topology, moment);
    }

    private static Step all(Consumer<TcpProxy> fault) {
        return lab -> lab.networks().forEach(fault);
    }

    private static Step one(Consumer<TcpProxy> fault) {
        return lab -> fault.accept(lab.network());
    }

    private static Step admin(Consumer<Jedis> work) {
        return lab -> lab.admin(work);
    }

    private static Step slow(int millis) {
        return one(network -> network.delay(Duration.ofMillis(millis)));
    }

    private static Step far(int millis) {
        return all(network -> network.delay(Duration.ofMillis(millis)));
    }

    static List<FaultRow> rows() {
        List<FaultRow> rows = new ArrayList<>();
        for (Topology topology : List.of(SINGLE, TLS, SENTINEL, CLUSTER)) {
            network(rows, topology);
            slow(rows, topology);
        }
        server(rows);
        cluster(rows);
        sentinel(rows);
        mistakes(rows);
        files(rows);
        rows.add(row("one of two servers hangs", PROXY, RUNNING).fault(HANG, RESUME).hold(8).within(8_500, 6_000)
                .ready(Ready.UP));
        rows.sort(Comparator.comparing((FaultRow row) -> row.hold).reversed());
        String named = System.getProperty("connections.rows");
        return rows.stream().filter(row -> named == null ? Sample.ALL || !row.thorough : row.toString().matches(named))
                .toList();
    }

    private static void network(List<FaultRow> rows, Topology topology) {
        boolean cluster = topology == CLUSTER;
        boolean tls = topology == TLS;
        for (Moment moment : Moment.values()) {
            rows.add(row("refuses connections", topology, moment).fault(all(TcpProxy::stopListening), HEAL)
                    .thorough(topology != SINGLE && moment != RUNNING));
            rows.add(row("hangs", topology, moment).fault(HANG, RESUME).hold(9)
                    .ready(cluster ? null : Ready.DOWN)
                    .within(cluster ? 4_500 : moment == START ? 6_000 : 8_500, 6_000)
                    .thorough(tls || topology == SENTINEL && moment == CLOSING));
            rows.add(row("packets are lost", topology, moment).fault(all(TcpProxy::dropPackets), HEAL).hold(9)
                    .within(cluster || topology == SENTINEL && moment == START ? 5_000 : 11_000, 10_000)
                    .thorough(topology != SINGLE || moment != RUNNING));
        }
        rows.add(row("half-open connections", topology, RUNNING).fault(all(network -> network.swallow("")), HEAL)
                .hold(0).within(8_500, 12_000).ready(null).thorough(tls));
        for (Cut cut : Cut.values()) {
            rows.add(row("cut " + cut.name().toLowerCase(Locale.ROOT).replace('_', ' '), topology, RUNNING)
                    .fault(all(network -> network.cutOften(cut)), HEAL).ready(null)
                    .thorough(topology != SINGLE && cut != Cut.IN_A_REPLY || tls));
        }
    }

    private static void slow(List<FaultRow> rows, Topology topology) {
        boolean rare = topology == TLS || topology == SENTINEL;
        rows.add(row("answers 400 ms late", topology, RUNNING).fault(slow(400), HEAL).lines(0).ready(Ready.UP)
                .thorough(rare));
        for (Moment moment : Moment.values()) {
            rows.add(row("answers 800 ms late", topology, moment).fault(slow(800), HEAL).hold(8)
                    .within(moment == START ? 9_000 : 5_000, 6_000).lines(topology == TLS ? 10 : 0)
                    .ready(topology == TLS ? null : Ready.UP)
                    .thorough(topology == TLS || moment == CLOSING || rare && moment == RUNNING));
        }
        for (int millis : List.of(50, 150, 300)) {
            rows.add(row("all is " + millis + " ms away", topology, RUNNING).fault(far(millis), HEAL).lines(0)
                    .within(2_000 + 5L * millis, 6_000).ready(Ready.UP).thorough(rare && millis < 300));
        }
        rows.add(row("all is 300 ms away", topology, START).fault(far(300), HEAL).within(6_000, 6_000).lines(0)
                .ready(Ready.UP).thorough(topology != CLUSTER));
    }

    /** Rejections by a server that can be reached. */
    private static void server(List<FaultRow> rows) {
        for (Moment moment : Moment.values()) {
            boolean rare = moment != RUNNING;
            rows.add(row("is killed", SINGLE, moment).fault(lab -> lab.server().kill(), lab -> lab.server().restart())
                    .thorough(rare));
            for (Topology topology : List.of(SINGLE, SENTINEL, CLUSTER)) {
                refused(rows, topology, moment);
            }
            rows.add(row("LOADING", SINGLE, moment).prepared(admin(ConnectionFaultsTest::fill))
                    .fault(ConnectionFaultsTest::load, lab -> {}).says(moment == CLOSING ? "" : "LOADING")
                    .lines(moment == CLOSING ? 10 : 2)
                    .within(4_000, 8_000).thorough(moment == CLOSING));
            rows.add(row("BUSY", SINGLE, moment).fault(ConnectionFaultsTest::loop, admin(Jedis::scriptKill))
                    .says(moment == CLOSING ? "" : "BUSY").lines(moment == CLOSING ? 10 : 2).thorough(rare));
            rows.add(row("maxclients", SINGLE, moment).prepared(FaultLab::keepAdmin).fault(lab -> {
                lab.admin(jedis -> jedis.configSet("maxclients", "1"));
                reconnect(lab);
            }, admin(jedis -> jedis.configSet("maxclients", "1000"))).lines(moment == CLOSING ? 10 : 2)
                    .thorough(moment == CLOSING));
        }
        rows.add(row("the password changes", SINGLE, RUNNING).prepared(FaultLab::keepAdmin).fault(lab -> {
            lab.admin(jedis -> jedis.configSet("requirepass", "other"));
            reconnect(lab);
        }, admin(jedis -> jedis.configSet("requirepass", ""))).says("NOAUTH").lines(2));
    }

    /** A node of a Cluster cannot be made the replica of another server. */
    private static void refused(List<FaultRow> rows, Topology topology, Moment moment) {
        if (topology != CLUSTER) {
            rows.add(refused("READONLY", topology, moment, jedis -> jedis.replicaof("127.0.0.1", 1),
                    Jedis::replicaofNoOne));
        }
        rows.add(refused("OOM", topology, moment, jedis -> jedis.configSet("maxmemory", "1"),
                jedis -> jedis.configSet("maxmemory", "0")));
        rows.add(refused("NOREPLICAS", topology, moment, jedis -> jedis.configSet("min-replicas-to-write", "1"),
                jedis -> jedis.configSet("min-replicas-to-write", "0")));
        rows.add(refused("MISCONF", topology, moment, ConnectionFaultsTest::failToSave,
                jedis -> jedis.configSet("stop-writes-on-bgsave-error", "no")));
    }

    private static FaultRow refused(String reply, Topology topology, Moment moment, Consumer<Jedis> begin,
            Consumer<Jedis> end) {
        return row(reply, topology, moment).fault(admin(begin), admin(end)).ready(Ready.WARNING)
                .within(3_000, 13_000).lines(moment == CLOSING ? 10 : 2).says(moment == CLOSING ? "" : reply)
                .thorough(moment != RUNNING || topology != SINGLE);
    }

    private static void reconnect(FaultLab lab) {
        lab.network().cut();
        lab.network().heal();
    }

    private static void failToSave(Jedis jedis) {
        jedis.configSet("save", "900 1");
        jedis.configSet("dbfilename", "dir.rdb");
        Path directory = Path.of(jedis.configGet("dir").get("dir"), "dir.rdb");
        try {
            Files.createDirectories(directory.resolve("full"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        jedis.bgsave();
        await().until(() -> jedis.info("persistence").contains("rdb_last_bgsave_status:err"));
    }

    /** So much that it is loaded in several steps, between which Redis answers. */
    private static void fill(Jedis jedis) {
        jedis.configSet("rdbcompression", "no");
        for (int i = 0; i < LOADED; i++) {
            jedis.set("filler" + i, "x".repeat(LOADED_BYTES));
        }
    }

    private static void load(FaultLab lab) {
        lab.admin(jedis -> jedis.configSet("key-load-delay", "20000"));
        background(lab, jedis -> jedis.sendCommand(() -> "DEBUG".getBytes(US_ASCII), "RELOAD"));
    }

    private static void loop(FaultLab lab) {
        background(lab, jedis -> jedis.eval("while true do end"));
    }

    private static void background(FaultLab lab, Consumer<Jedis> work) {
        Thread thread = new Thread(() -> {
            try {
                lab.admin(work);
            } catch (RuntimeException e) {
                // the script is killed
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void cluster(List<FaultRow> rows) {
        for (Moment moment : Moment.values()) {
            rows.add(row("one node refuses connections", CLUSTER, moment).fault(one(TcpProxy::stopListening), HEAL)
                    .ready(null).thorough(moment != RUNNING));
            rows.add(row("packets to one node are lost", CLUSTER, moment).fault(one(TcpProxy::dropPackets), HEAL)
                    .hold(9).within(4_500, 9_000).ready(null).thorough(moment == CLOSING));
            rows.add(row("all nodes hang", CLUSTER, moment)
                    .fault(lab -> lab.nodes().forEach(EmbeddedRedis::pause),
                            lab -> lab.nodes().forEach(EmbeddedRedis::resume))
                    .hold(9).within(4_500, 9_000).thorough(moment == RUNNING));
            rows.add(row("an unused slot has no node", CLUSTER, moment).fault(holes(1), filled(1)).ready(Ready.UP)
                    .lines(0).thorough(moment == CLOSING));
        }
        rows.add(row("the queue's slot has no node", CLUSTER, RUNNING).fault(holes(SLOT), filled(SLOT)).ready(null));
        rows.add(row("a replica takes over", CLUSTER, RUNNING).on(FaultLab::ofClusterWithReplicas)
                .fault(lab -> lab.server().kill(), lab -> {}).hold(0).within(5_000, 15_000).ready(null));
        rows.add(row("a node is replaced", CLUSTER, RUNNING).on(FaultLab::ofClusterWithReplicas)
                .fault(lab -> FaultLab.admin(lab.nodes().get(4), Jedis::clusterFailover), lab -> {}).hold(0)
                .within(3_000, 8_000).ready(null));
    }

    private static Step holes(int slot) {
        return lab -> lab.nodes().forEach(node -> FaultLab.admin(node, jedis -> {
            jedis.configSet("cluster-require-full-coverage", "no");
            jedis.clusterDelSlots(slot);
        }));
    }

    private static Step filled(int slot) {
        return lab -> FaultLab.admin(lab.nodes().get(slot == SLOT ? 1 : 0), jedis -> jedis.clusterAddSlots(slot));
    }

    private static void sentinel(List<FaultRow> rows) {
        rows.add(failover("the master is killed", lab -> lab.server().kill()));
        rows.add(failover("the master hangs", HANG).within(8_500, 12_000));
        rows.add(failover("planned fail-over", lab -> lab.sentinel().failover()));
        rows.add(failover("Sentinel unheard, then killed", lab -> {
            lab.network().swallow("");
            lab.server().kill();
        }));
        for (Moment moment : Moment.values()) {
            rows.add(sentinels("Sentinels hang", moment, TcpProxy::swallow).within(5_000, 6_000));
            rows.add(sentinels("Sentinels refuse connections", moment, TcpProxy::stopListening));
        }
    }

    private static FaultRow failover(String fault, Step begin) {
        return row(fault, SENTINEL, RUNNING).on(FaultLab::ofRealSentinel).fault(begin, lab -> {}).hold(0)
                .within(3_000, 9_000).ready(null);
    }

    private static FaultRow sentinels(String fault, Moment moment, Consumer<TcpProxy> begin) {
        return row(fault, SENTINEL, moment).fault(lab -> lab.networks().subList(1, 4).forEach(begin), HEAL)
                .ready(moment == START ? Ready.DOWN : Ready.UP).lines(moment == START ? 2 : 0)
                .thorough(moment == CLOSING);
    }

    /** Connections break, and the process has no file descriptor for others. */
    private static void files(List<FaultRow> rows) {
        Step breaks = lab -> {
            for (int i = 0; i < 20; i++) {
                lab.networks().forEach(TcpProxy::cut);
                HEAL.run(lab);
                Thread.sleep(50);
            }
        };
        for (Topology topology : List.of(SINGLE, TLS, SENTINEL, CLUSTER)) {
            for (Moment moment : Moment.values()) {
                if (topology == TLS && moment == START) {
                    // the trust store cannot be opened: the deployment fails
                    continue;
                }
                // a Cluster is ready while one of its nodes is unreachable
                boolean either = moment == CLOSING || topology == CLUSTER && moment == RUNNING;
                rows.add(row("no file descriptors", topology, moment).withoutFiles()
                        .fault(moment == RUNNING ? breaks : lab -> {}, lab -> {}).hold(5)
                        .ready(either ? null : Ready.DOWN)
                        .thorough(moment != RUNNING || topology != SINGLE));
            }
        }
    }

    private static void mistakes(List<FaultRow> rows) {
        rows.add(row("redis-cluster:// of one server", SINGLE, START)
                .wrong(url -> url.replace("redis:", "redis-cluster:"), "whose URL begins with redis://"));
        rows.add(row("redis-sentinel:// of one server", SINGLE, START)
                .wrong(url -> url.replace("redis:", "redis-sentinel:") + "?master=mymaster", "it is not a Sentinel"));
        rows.add(row("redis:// of a Cluster", CLUSTER, START)
                .wrong(url -> "redis:" + url.substring(url.indexOf("//"), url.indexOf(',')), "redis-cluster://"));
        rows.add(row("redis:// of a Sentinel", SENTINEL, START).on(FaultLab::ofRealSentinel)
                .wrong(url -> url.replace("redis-sentinel:", "redis:").replaceAll("\\?.*", ""), "redis-sentinel://"));
        rows.add(row("unknown master", SENTINEL, START).on(FaultLab::ofRealSentinel)
                .wrong(url -> url.replace("mymaster", "other"), "knows no master"));
        rows.add(row("wrong password", SINGLE, START)
                .prepared(admin(jedis -> jedis.configSet("requirepass", "right")))
                .wrong(url -> url.replace("//", "//:wrong@"), "WRONGPASS"));
        rows.add(row("no password", SINGLE, START).prepared(admin(jedis -> jedis.configSet("requirepass", "right")))
                .wrong(url -> url, "NOAUTH"));
        rows.add(row("rediss:// without TLS", SINGLE, START).wrong(url -> url.replace("redis:", "rediss:"),
                "tls=false"));
        rows.add(row("redis:// with TLS", TLS, START)
                .wrong(url -> url.replaceAll("\\?.*", "").replace("rediss:", "redis:"), "rediss://"));
        rows.add(row("unknown certificate", TLS, START).wrong(url -> url.replaceAll("\\?.*", ""), "trust-store"));
    }

    @BeforeAll
    static void begin(@TempDir Path directory) {
        repeats = !RUNS.isEmpty();
        if (repeats) {
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        for (FaultRow row : rows()) {
            Path own = directory.resolve("row" + RUNS.size());
            RUNS.put(row, pool.submit(() -> FaultRun.run(row, own)));
        }
        pool.shutdown();
    }

    static List<FaultRow> running() {
        return List.copyOf(RUNS.keySet());
    }

    @ParameterizedTest
    @MethodSource("running")
    void a_fault_costs_no_more_than_its_row_says(FaultRow row, @TempDir Path directory) throws Exception {
        if (!repeats) {
            try {
                check(row, measured(row));
                return;
            } catch (AssertionError busy) {
                // the machine may have been too busy for the rows that ran at the same time
                for (Future<Measured> other : RUNS.values()) {
                    await().atMost(Duration.ofMinutes(2)).until(other::isDone);
                }
            }
        }
        Measured again = FaultRun.run(row, directory);
        RUNS.put(row, CompletableFuture.completedFuture(again));
        check(row, again);
    }

    private static void check(FaultRow row, Measured measured) {
        System.out.print(FaultRun.text(row, measured));
        measured.errors().stream().limit(5).forEach(error -> System.out.println("   " + error));
        measured.lines().forEach(line -> System.out.println("   " + line));
        assertThat(measured.threads()).as("threads that are left").isEmpty();
        assertThat(measured.connections()).as("connections that are left").isZero();
        assertThat(measured.longest()).as("longest call").isLessThanOrEqualTo(row.longest);
        assertThat(measured.normal()).as("until all is well").isLessThanOrEqualTo(row.normal);
        assertThat(measured.close()).as("close").isLessThanOrEqualTo(FaultRow.CLOSE);
        // the stop of the worker, which waits for a second only, is not part of the fault
        assertThat(measured.lines()).filteredOn(line -> !line.contains("did not end within")).as("lines")
                .hasSizeLessThanOrEqualTo(row.lines);
        if (!row.says.isEmpty()) {
            assertThat(measured.errors()).as("errors").anyMatch(error -> error.contains(row.says));
        }
        if (row.ready != null) {
            assertThat(measured.ready()).as("readiness").isSubsetOf(row.ready);
        }
    }

    private static Measured measured(FaultRow row) throws Exception {
        try {
            return RUNS.get(row).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException skippedOrFailed) {
                throw skippedOrFailed;
            }
            throw e;
        }
    }

    @AfterAll
    static void report() throws Exception {
        StringBuilder table = new StringBuilder(FaultRun.TITLE);
        for (FaultRow row : RUNS.keySet()) {
            try {
                table.append(FaultRun.text(row, measured(row)));
            } catch (ExecutionException | RuntimeException e) {
                table.append(row).append(" could not be measured: ").append(e.getMessage()).append('\n');
            }
        }
        Files.writeString(Path.of("target", "connections.txt"), table);
    }
}
