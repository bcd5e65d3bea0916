package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.fixtures.StoredState;
import io.github.asynqee.server.Figures;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The slots of all queues of the sample move back and forth while two servers run tasks, failing tasks, groups, queues
 * with shards and a cron entry. During the moves one server is killed as by {@code kill -9}, and then the application
 * is redeployed on the other one.
 */
@EnabledIfSystemProperty(named = "asynq.test.topologies", matches = "true", disabledReason = "only with -Ptopologies")
class ReshardIT {

    private static final Duration STARTS = Duration.ofSeconds(240);
    /** Leases and staged sets of the killed server expire, and are recovered. */
    private static final Duration ENDS = Duration.ofSeconds(180);
    private static final int KEYS_AT_ONCE = 5;
    private static final String CONNECTOR = "mp.messaging.connector.asynq.";
    private static final List<String> QUEUES = List.of("default", "default~1", "default~2", "critical", "critical~1",
            "critical~2", "low", "low~1", "low~2", "ticks");
    private static final List<String> KINDS = List.of("\"type\":\"play:echo\",\"payload\":{}",
            "\"type\":\"play:fail\",\"payload\":{\"times\":1}",
            "\"type\":\"play:echo\",\"payload\":{},\"queue\":\"critical\",\"processInMillis\":2000",
            "\"type\":\"play:echo\",\"payload\":{},\"queue\":\"low\"",
            "\"type\":\"play:sleep\",\"payload\":{\"ms\":300}",
            "\"type\":\"play:group\",\"payload\":{},\"group\":\"play:group\"");
    private static final int GROUPED = 5;

    private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final AtomicInteger moves = new AtomicInteger();
    private final AtomicInteger keys = new AtomicInteger();
    private final Path sample = Archives.sample("reshard",
            Map.of(CONNECTOR + "url", cluster.url(), "mp.messaging.incoming.play-echo.shards", "3",
                    CONNECTOR + "recovery-interval",
                    "5s",
                    CONNECTOR + "retry-delay", "1s", CONNECTOR + "cron.play-tick.enabled", "true"));
    private volatile boolean stopped;
    private CompletableFuture<Void> mover;

    @AfterEach
    void stop() throws Exception {
        stopped = true;
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
        cluster.close();
    }

    private ServerProcess start(String name) {
        ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("reshard-" + name)).ports(ServerPorts.free()).application(sample)
                .start();
        open.push(server);
        server.awaitReady(STARTS);
        return server;
    }

    private Load load(ServerProcess server, String prefix) {
        Load load = Load.of(server.application().resolve("reshard/"), prefix, KINDS);
        open.push(load);
        return load;
    }

    private void moveAll() {
        while (!stopped) {
            for (String queue : QUEUES) {
                move(SlotMove.slotOf("asynq:{" + queue + "}:pending"));
            }
            move(SlotMove.slotOf("asynq:queues"));
        }
    }

    private void move(int slot) {
        List<EmbeddedRedis> nodes = cluster.nodes();
        EmbeddedRedis next = nodes.get((nodes.indexOf(SlotMove.masterOf(nodes, slot)) + 1) % nodes.size());
        try (SlotMove move = SlotMove.begin(nodes, slot, next)) {
            keys.addAndGet(move.end(KEYS_AT_ONCE));
        }
        moves.incrementAndGet();
    }

    private void awaitMoves(int more) {
        int goal = moves.get() + more;
        await().atMost(ENDS).until(() -> mover.isDone() || moves.get() >= goal);
        assertThat(mover).as("moves continue").isNotDone();
    }

    @Test
    void no_task_is_lost_while_slots_move_and_servers_go() throws Exception {
        ServerProcess stays = start("stays");
        ServerProcess killed = start("killed");
        List<Load> loads = List.of(load(stays, "stays"), load(killed, "killed"));
        loads.forEach(load -> load.awaitMore(100));
        mover = CompletableFuture.runAsync(this::moveAll);
        awaitMoves(QUEUES.size());

        killed.kill();
        loads.get(1).stop();
        awaitMoves(QUEUES.size());
        ServerProcess another = start("another");
        Load third = load(another, "another");
        third.awaitMore(50);
        int before = third.accepted() + loads.get(0).accepted();
        stays.deploy(sample);
        awaitMoves(2 * QUEUES.size());
        await().atMost(STARTS).until(() -> third.accepted() + loads.get(0).accepted() > before + 100);
        List<Load> all = List.of(loads.get(0), loads.get(1), third);
        all.forEach(Load::stop);
        stopped = true;
        mover.get();

        List<String> accepted = all.stream().flatMap(load -> load.ids().stream()).toList();
        await().atMost(ENDS).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> assertAllEnded(accepted));
        Stream.of(stays, another).forEach(server -> server.terminate(Duration.ofSeconds(60)));
        StoredState state = StoredState.of(cluster.nodes());
        assertThat(state.violations()).isEmpty();
        assertAllEnded(accepted);
        assertThat(List.of("low", "low~1", "low~2")).noneMatch(shard -> state.tasks(shard).isEmpty());
        Figures.add(
                "Cluster, %d moves of slots with %d keys, a server killed, an application redeployed: %d tasks accepted,"
                        .formatted(moves.get(), keys.get(), accepted.size()) + " none lost");
    }

    /** Tasks are kept after they have run, except members of a group, which are deleted. */
    private void assertAllEnded(List<String> accepted) {
        StoredState state = StoredState.of(cluster.nodes());
        Map<String, String> stored = new HashMap<>();
        QUEUES.forEach(queue -> stored.putAll(state.tasks(queue)));
        assertThat(accepted.stream().filter(id -> Load.kind(id) != GROUPED)).as("tasks that have run")
                .allMatch(id -> "completed".equals(stored.get(id)));
        assertThat(accepted.stream().filter(id -> Load.kind(id) == GROUPED)).as("members of groups")
                .noneMatch(stored::containsKey);
    }
}
