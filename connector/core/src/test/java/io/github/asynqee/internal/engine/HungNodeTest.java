package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.stream.IntStream;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A node of a cluster that accepts connections and answers nothing: the queues of the other nodes continue. */
class HungNodeTest extends WorkerTest {

    /** Queues on the first, second and third node. */
    private static final List<String> QUEUES = List.of("b1", "default", "low");

    private final CountDownLatch release = new CountDownLatch(1);
    private static EmbeddedRedisCluster cluster;
    private static EmbeddedRedis node;
    private static String nodeName;
    private RecordedLog log;
    private String url;

    @BeforeAll
    static void startCluster() {
        cluster = EmbeddedRedisCluster.start();
        node = cluster.nodes().get(1);
        nodeName = "127.0.0.1:" + node.port();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void startOnCluster() throws Exception {
        // a test that failed may have left it paused
        node.resume();
        for (EmbeddedRedis each : cluster.nodes()) {
            try (Jedis jedis = TestRedis.connect(each)) {
                jedis.flushAll();
            }
        }
        log = closedLater(RecordedLog.ofAll());
        // who waits for the hung node as long as for a reply exceeds the limit of the test
        url = cluster.url() + "?command-timeout=2m&connect-timeout=2m";
        broker = connected(url);
        client = DefaultAsynqClient.of(broker);
        for (String queue : QUEUES) {
            channel(queue, 2, delivery -> {
                if (delivery.message().id().startsWith("slow")) {
                    release.await();
                }
            });
        }
        start();
        client.enqueueAll(QUEUES.stream().map(queue -> task(queue, queue)).toList());
        awaitHandled("b1", "default", "low");
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
    }

    private static Task<String> task(String queue, String id) {
        return Task.of("email:welcome", "{}").queue(queue).id(id);
    }

    @Test
    void sends_that_nobody_waits_for_go_on_at_other_nodes() throws Exception {
        CompletionStage<TaskInfo> before = client.enqueueAsync(task("default", "before"));
        awaitHandled("before");
        assertThat(before).succeedsWithin(20, TimeUnit.SECONDS);
        node.pause();

        CompletionStage<TaskInfo> hung = client.enqueueAsync(task("default", "hung"));
        for (int i = 0; i < 20; i++) {
            client.enqueueAsync(task("b1", "a" + i));
            awaitHandled("a" + i);
        }

        assertThat(hung).failsWithin(20, TimeUnit.SECONDS).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining(nodeName)
                .withMessageContaining("does not answer");
        node.resume();
    }

    @Test
    void sends_to_its_queues_fail_with_its_name_and_work_when_it_answers_again() throws Exception {
        node.pause();
        assertThat(catchThrowable(() -> client.enqueue(task("default", "first")))).isNotNull();

        assertThatThrownBy(() -> client.enqueue(task("default", "second"))).isInstanceOf(EnqueueException.class)
                .hasMessageContaining(nodeName).hasMessageContaining("does not answer");
        List<EnqueueResult> results = client
                .enqueueAll(List.of(task("default", "third"), task("b1", "a"), task("low", "c")));
        awaitHandled("a", "c");
        node.resume();

        assertThat(results).extracting(EnqueueResult::isStored).containsExactly(false, true, true);
        await().untilAsserted(() -> assertThat(client.enqueue(task("default", "again")).id()).isEqualTo("again"));
        handledUntil("again");
        assertThat(log.lines(Level.WARNING)).filteredOn(line -> line.startsWith("Node " + nodeName)).hasSize(1);
        await().untilAsserted(
                () -> assertThat(log.lines(Level.INFO)).filteredOn(line -> line.startsWith("Node " + nodeName))
                        .singleElement().asString().contains("can be reached again"));
    }

    @Test
    void outcomes_leases_and_forwarding_go_on_at_other_nodes() throws Exception {
        client.enqueueAll(List.of(task("default", "slow-hung"), task("b1", "slow-1")));
        awaitHandled("slow-hung", "slow-1");
        node.pause();
        release.countDown();

        client.enqueueAll(List.of(task("low", "delayed").processIn(Duration.ofSeconds(1)), task("b1", "next")));
        awaitHandled("next", "delayed");
        // the outcome of the task at the hung node waits for it
        await().untilAsserted(() -> assertThat(worker.inFlight()).isEqualTo(1));
        node.resume();

        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        assertThat(handled).isEmpty();
    }

    @Test
    void a_redirect_to_it_holds_no_other_queue() throws Exception {
        // a client that has not yet called the node
        client = closedLater(DefaultAsynqClient.of(connected(url)));
        client.enqueue(task("b1", "before"));
        awaitHandled("before");
        String moved = IntStream.range(0, 1_000).mapToObj(i -> "moved" + i)
                .filter(queue -> slot(queue) < 5_000).findFirst().orElseThrow();
        moveEmptySlot(slot(moved));
        node.pause();

        CompletionStage<TaskInfo> hung = client.enqueueAsync(task(moved, "hung"));
        for (int i = 0; i < 20; i++) {
            client.enqueueAsync(task("low", "c" + i));
            awaitHandled("c" + i);
        }

        assertThat(hung).failsWithin(20, TimeUnit.SECONDS).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining(nodeName)
                .withMessageContaining("does not answer");
        node.resume();
    }

    private static int slot(String queue) {
        return JedisClusterCRC16.getSlot(QueueKeys.of(queue).pending());
    }

    /** Gives a slot without keys of the first node to the second one; clients learn it by a redirect. */
    private void moveEmptySlot(int slot) {
        try (Jedis from = new Jedis(cluster.nodes().get(0).host(), cluster.nodes().get(0).port());
                Jedis to = new Jedis(node.host(), node.port())) {
            String id = to.clusterMyId();
            to.clusterSetSlotNode(slot, id);
            from.clusterSetSlotNode(slot, id);
        }
    }

    @Test
    void queues_of_other_nodes_go_on_when_no_packet_reaches_it() throws Exception {
        node.pause();
        dropConnects();

        // the first node that a client asks for the map of the cluster is any
        for (int i = 0; i < 8; i++) {
            client = closedLater(DefaultAsynqClient.of(connected(url)));
            client.enqueueAsync(task("b1", "first" + i));
            awaitHandled("first" + i);
        }
        CompletionStage<TaskInfo> hung = client.enqueueAsync(task("default", "hung"));
        for (int i = 0; i < 20; i++) {
            client.enqueueAsync(task("b1", "a" + i));
            client.enqueueAsync(task("low", "c" + i));
            awaitHandled("a" + i, "c" + i);
        }

        assertThat(hung).failsWithin(20, TimeUnit.SECONDS).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining(nodeName);
        node.resume();
    }

    /** Fills the node's backlog of connections: the kernel then drops the first packet of a new one. */
    private void dropConnects() throws IOException {
        try {
            while (true) {
                Socket socket = closedLater(new Socket());
                socket.connect(new InetSocketAddress(node.host(), node.port()), 1_000);
            }
        } catch (SocketTimeoutException e) {
            // the backlog is full
            return;
        }
    }

    /** A task whose send was ambiguous may have been stored, and then runs as well. */
    private void handledUntil(String id) throws InterruptedException {
        String seen;
        do {
            seen = handled.poll(20, TimeUnit.SECONDS);
            assertThat(seen).isNotNull();
        } while (!seen.equals(id));
    }
}
