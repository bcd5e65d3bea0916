package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.fixtures.StoredState;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * The slots of all queues and of the keys of all nodes move back and forth, a few keys at a time and two slots at
 * once, while tasks of all kinds are enqueued, scheduled, run, retried, recovered, grouped, cancelled, changed in
 * bulk and moved, and workers die. Each accepted task has the expected outcome, and each remaining task is in one
 * collection. {@code -Dreshard.seconds=600} makes it last ten minutes.
 */
@Tag("thorough")
class ReshardTest {

    private static final boolean THOROUGH = Boolean.getBoolean("asynq.test.thorough");
    private static final Duration LASTS = Duration.ofSeconds(Integer.getInteger("reshard.seconds", THOROUGH ? 60 : 8));
    private static final boolean CUTS = THOROUGH || Boolean.getBoolean("reshard.cuts");
    private static final Duration LEASE_AND_RECOVERY = Duration.ofSeconds(120);

    private final ReshardLedger ledger = new ReshardLedger();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final ReshardWorkers workers = new ReshardWorkers(ledger, pool);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
    private final AtomicInteger keys = new AtomicInteger();
    private final AtomicInteger moves = new AtomicInteger();
    private volatile boolean stopped;

    @AfterEach
    void stop() throws Exception {
        stopped = true;
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
        pool.shutdownNow();
        cluster.close();
    }

    private <T extends AutoCloseable> T closedLater(T closeable) {
        open.push(closeable);
        return closeable;
    }

    private RedisBroker connect() {
        return closedLater(RedisBroker.connect(RedisConfig.of(cluster.url())));
    }

    @Test
    void no_task_is_lost_while_slots_move() throws Exception {
        ReshardLoad load = new ReshardLoad(connect(), ledger);
        closedLater(load::close);
        ReshardBulk bulk = new ReshardBulk(connect(), ledger);
        closedLater(bulk::close);
        List<Worker> living = List.of(workers.start(connect()), workers.start(connect()));
        living.forEach(worker -> closedLater(() -> worker.shutdown(Duration.ofSeconds(5))));
        for (int i = 0; i < 2; i++) {
            PeriodicThread scheduler = workers.startScheduler(connect());
            closedLater(() -> scheduler.stop(Duration.ofSeconds(5)));
        }
        List<Future<?>> activities = List.of(repeat(load::round), repeat(bulk::round), repeat(this::moveTwoSlots),
                repeat(() -> liveAndDie(load)), repeat(() -> cancelAll(bulk)));

        Thread.sleep(LASTS.toMillis());
        stopped = true;
        for (Future<?> activity : activities) {
            activity.get(60, TimeUnit.SECONDS);
        }
        Worker last = workers.startMortal(connect());
        closedLater(() -> last.shutdown(Duration.ofSeconds(5)));
        await().atMost(LEASE_AND_RECOVERY).untilAsserted(() -> {
            cancelAll(bulk);
            assertThat(ReshardLedger.missing(ledger.toRun, ledger.ran)).as("accepted and not run").isEmpty();
            assertThat(ReshardLedger.missing(ledger.toArchive, ledger.letters)).as("without a letter").isEmpty();
            assertThat(living).allMatch(worker -> worker.inFlight() == 0);
            // an archival that found no moment without a move is dropped, and comes with the recovery
            assertAllAreArchived(StoredState.of(cluster.nodes()));
        });
        System.out.println(ledger.figures() + "; " + workers.ticks.size() + " ticks; " + moves + " moves of " + keys
                + " keys");
        while (!open.isEmpty()) {
            open.pop().close();
        }
        assertAllIsAsExpected();
    }

    private Future<?> repeat(Action action) {
        Callable<Void> all = () -> {
            while (!stopped) {
                action.run();
            }
            return null;
        };
        return pool.submit(all);
    }

    private interface Action {
        void run() throws Exception;
    }

    private void assertAllIsAsExpected() {
        StoredState state = StoredState.of(cluster.nodes());
        assertThat(state.violations()).isEmpty();
        assertThat(workers.twice).as("ticks that were enqueued twice").isEmpty();
        assertAllAreArchived(state);
        Map<String, String> bulked = state.tasks(ReshardBulk.QUEUE);
        ledger.stored.forEach((id, expected) -> assertThat(bulked.getOrDefault(id, "")).as(id).isEqualTo(expected));
    }

    private void assertAllAreArchived(StoredState state) {
        Map<String, String> tasks = state.tasks(ReshardLoad.QUEUE);
        assertThat(ledger.toArchive).allMatch(id -> "archived".equals(tasks.get(id)));
    }

    private List<Integer> slots() {
        List<Integer> slots = new ArrayList<>();
        ReshardLoad.queues().forEach(queue -> slots.add(SlotMove.slotOf(QueueKeys.of(queue).pending())));
        for (String key : List.of(GlobalKeys.QUEUES, GlobalKeys.SHARDS, GlobalKeys.SCHEDULERS)) {
            slots.add(SlotMove.slotOf(key));
        }
        return slots;
    }

    private EmbeddedRedis next(int slot) {
        EmbeddedRedis owner = SlotMove.masterOf(cluster.nodes(), slot);
        return cluster.nodes().get((cluster.nodes().indexOf(owner) + 1) % cluster.nodes().size());
    }

    /** The most used slot and another one. */
    private void moveTwoSlots() {
        int number = moves.getAndIncrement();
        List<Integer> slots = slots();
        int main = SlotMove.slotOf(QueueKeys.of(ReshardLoad.QUEUE).pending());
        slots.remove(Integer.valueOf(main));
        int other = slots.get(number % slots.size());
        try (SlotMove first = SlotMove.begin(cluster.nodes(), main, next(main));
                SlotMove second = SlotMove.begin(cluster.nodes(), other, next(other))) {
            boolean left = true;
            while (left) {
                left = first.step(5) | second.step(5);
            }
            keys.addAndGet(first.end(10) + second.end(10));
        }
        pause();
        if (CUTS && number % 4 == 3) {
            cutConnections(cluster.nodes().get(number / 4 % cluster.nodes().size()));
        }
    }

    private static void cutConnections(EmbeddedRedis node) {
        try (Jedis jedis = TestRedis.connect(node)) {
            jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL));
        }
    }

    /** A worker that loses its Redis for ever while it runs tasks: nothing it holds is settled. */
    private void liveAndDie(ReshardLoad load) throws InterruptedException {
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
        Worker worker = workers.startMortal(broker);
        Thread.sleep(1_000);
        broker.close();
        try (RedisBroker other = RedisBroker.connect(RedisConfig.of(cluster.url()))) {
            List<String> held = ReshardLedger.persistently(() -> Replies.list(other.executor().send(RedisCommand
                    .command(Command.LRANGE).key(QueueKeys.of(ReshardLoad.MORTAL).active()).arg(0).arg(-1)))).stream()
                    .map(Replies::text).toList();
            load.expire(ReshardLoad.MORTAL, held);
        }
        worker.shutdown(Duration.ZERO);
    }

    private void cancelAll(ReshardBulk bulk) {
        workers.running.forEach(bulk::cancel);
        pause();
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
