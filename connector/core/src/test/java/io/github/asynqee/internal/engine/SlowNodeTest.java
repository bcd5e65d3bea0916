package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A node of a cluster that answers late delays only its own queues. */
class SlowNodeTest extends WorkerTest {

    private static final Duration LATE = Duration.ofMillis(400);
    private static final int SLOTS = 16_384;
    private static final int FAST = 30;
    /** A loop that waits for the node before each fast task lets at least half as many slow ones run. */
    private static final int FEW = FAST / 2;

    private final AtomicInteger slow = new AtomicInteger();
    private final Semaphore fast = new Semaphore(0);
    private TcpProxy network;

    @BeforeEach
    void startOnCluster() throws Exception {
        network = closedLater(TcpProxy.to(0));
        List<EmbeddedRedis> nodes = List.of(node(0, Map.of()),
                node(1, Map.of("cluster-announce-port", String.valueOf(network.port()))), node(2, Map.of()));
        network.leadTo(nodes.get(1).port());
        for (EmbeddedRedis node : nodes) {
            try (Jedis jedis = TestRedis.connect(node)) {
                nodes.forEach(other -> jedis.clusterMeet("127.0.0.1", other.port()));
            }
        }
        for (EmbeddedRedis node : nodes) {
            try (Jedis jedis = TestRedis.connect(node)) {
                await().until(() -> jedis.clusterInfo().contains("cluster_slots_ok:" + SLOTS)
                        && jedis.clusterInfo().contains("cluster_state:ok"));
            }
        }
        broker = connected("redis-cluster://127.0.0.1:" + nodes.get(0).port() + "?command-timeout=2m");
        client = closedLater(DefaultAsynqClient.of(broker));
    }

    private EmbeddedRedis node(int number, Map<String, String> settings) {
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().config("cluster-enabled", "yes");
        settings.forEach(builder::config);
        EmbeddedRedis node = closedLater(builder.start());
        try (Jedis jedis = TestRedis.connect(node)) {
            jedis.clusterAddSlots(IntStream.range(SLOTS * number / 3, SLOTS * (number + 1) / 3).toArray());
        }
        return node;
    }

    private void send(String queue, int tasks) {
        client.enqueueAll(
                IntStream.range(0, tasks).mapToObj(i -> Task.of("email:welcome", "{}").queue(queue)).toList());
    }

    private void runOne(String queue) throws InterruptedException {
        send(queue, 1);
        assertThat(fast.tryAcquire(20, TimeUnit.SECONDS)).as("a task of " + queue).isTrue();
    }

    @Test
    void tasks_of_other_queues_are_taken_and_their_outcomes_written() throws Exception {
        channel("default", 1, delivery -> slow.incrementAndGet());
        for (String queue : List.of("b1", "low")) {
            channel(queue, 1, delivery -> fast.release());
        }
        start();
        runOne("b1");
        runOne("low");
        send("default", 10 * FAST);
        await().until(() -> slow.get() == 10 * FAST);
        network.delay(LATE);
        send("default", 10 * FAST);
        int before = slow.get();

        for (int i = 0; i < FAST; i++) {
            runOne(i % 2 == 0 ? "b1" : "low");
        }

        assertThat(slow.get() - before).isLessThan(FEW);
        await().until(() -> slow.get() > before);
    }

    @Test
    void sends_to_other_queues_that_nobody_waits_for_are_stored_and_those_to_its_own_keep_their_order()
            throws Exception {
        send("default", 1);
        network.delay(LATE);
        List<String> ids = IntStream.range(0, FAST).mapToObj(i -> "late-" + i).toList();
        List<CompletableFuture<TaskInfo>> late = new ArrayList<>();
        int first = 0;
        for (String id : ids) {
            late.add(client.enqueueAsync(Task.of("email:welcome", "{}").queue("default").id(id)).toCompletableFuture());
            client.enqueueAsync(Task.of("email:welcome", "{}").queue("b1")).toCompletableFuture().get(20,
                    TimeUnit.SECONDS);
            first += late.get(late.size() - 1).isDone() ? 1 : 0;
        }

        assertThat(first).as("tasks that were stored before a later one for another node").isLessThan(FEW);
        late.forEach(sent -> assertThat(sent).succeedsWithin(20, TimeUnit.SECONDS));
        network.delay(Duration.ZERO);
        channel("default", 1, delivery -> {});
        start();
        handled.poll(20, TimeUnit.SECONDS);
        for (String id : ids) {
            assertThat(handled.poll(20, TimeUnit.SECONDS)).isEqualTo(id);
        }
    }

    @Test
    void due_tasks_of_other_queues_are_forwarded() throws Exception {
        channel("default", 1, delivery -> {});
        channel("b1", 1, delivery -> fast.release());
        start();
        network.delay(LATE);
        send("default", 1);
        TcpProxy.HeldRequest held = network
                .holdNext("asynq:{default}:scheduled\r\n$23\r\nasynq:{default}:pending");
        client.enqueue(Task.of("email:welcome", "{}").queue("default").processIn(Duration.ofSeconds(1)));
        awaitSignal(held.arrived());

        client.enqueue(Task.of("email:welcome", "{}").queue("b1").processIn(Duration.ofSeconds(1)));

        assertThat(fast.tryAcquire(20, TimeUnit.SECONDS)).as("the task that is due").isTrue();
        held.released().countDown();
    }

    @Test
    void ticks_of_other_queues_are_enqueued() throws Exception {
        channel("b1", 1, delivery -> fast.release());
        start();
        network.delay(LATE);
        send("default", 1);
        TcpProxy.HeldRequest held = network.holdNext("asynq:{default}:cron:");
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        for (String queue : List.of("default", "b1")) {
            scheduler.put(PeriodicTask.of(queue, "@every 1s", Task.of("email:welcome", "{}").queue(queue)));
        }
        PeriodicThread thread = scheduler.start(Thread::new);
        closedLater(() -> thread.stop(FIVE_SECONDS));
        awaitSignal(held.arrived());

        assertThat(fast.tryAcquire(2, 20, TimeUnit.SECONDS)).as("the tasks of two ticks").isTrue();
        held.released().countDown();
    }
}
