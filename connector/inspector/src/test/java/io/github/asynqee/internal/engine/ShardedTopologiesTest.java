package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.redis.Twemproxy;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A queue with shards on Sentinels and behind a proxy, with servers that die. */
@Timeout(180)
class ShardedTopologiesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    /** A task whose dequeue reply died with the master is run again when its lease of 30 s has expired. */
    private static final Duration LEASE_AND_RECOVERY = Duration.ofSeconds(90);

    @TempDir
    private Path directory;
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final Set<String> from = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<AutoCloseable> open = new ArrayList<>();
    private RedisBroker broker;
    private DefaultAsynqClient client;
    private volatile boolean stopped;

    @AfterEach
    void stop() throws Exception {
        stopped = true;
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        pool.shutdownNow();
    }

    private <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(closeable);
        return closeable;
    }

    private void connect(String url, int shards) {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(url)));
        client = closedLater(DefaultAsynqClient.builder(broker).shards("mails", shards).build());
        Channel channel = new Channel(new ChannelConfig("mails", Map.of("mails", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
        HandlerLane.open(channel, 4, delivery -> {
            from.add(delivery.message().queue());
            handled.add(delivery.message().id());
        }, pool);
        Worker worker = new Worker(broker,
                WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).shards("mails", shards).build(),
                List.of(channel), Duration.ofMillis(100));
        worker.start();
        closedLater(() -> worker.shutdown(Duration.ofSeconds(5)));
    }

    private static Task<String> mail(int number) {
        return Task.of("mail", "{" + number + "}").queue("mails");
    }

    /** Enqueues as long as Redis accepts tasks; returns whether it was. */
    private boolean send(Task<String> task) {
        try {
            accepted.add(client.enqueue(task).id());
            return true;
        } catch (BrokerException | EnqueueException e) {
            assertThat(e.getMessage()).isNotBlank();
            return false;
        }
    }

    private void sendAll() {
        for (int i = 0; !stopped; i++) {
            send(i % 2 == 0 ? mail(i) : mail(i).key("customer-" + i % 20));
        }
    }

    private void awaitMore(int tasks) {
        int goal = accepted.size() + tasks;
        await("tasks are accepted").until(() -> accepted.size() >= goal);
    }

    private void awaitHandled(Set<String> ids) {
        await().atMost(LEASE_AND_RECOVERY).untilAsserted(() -> {
            Set<String> missing = new HashSet<>(ids);
            missing.removeAll(handled);
            assertThat(missing).isEmpty();
        });
    }

    private void assertDuplicatesAreRefused(int from, int to) {
        for (int i = from; i < to; i++) {
            Task<String> unique = mail(i).unique(HOUR);
            Task<String> id = mail(i).id("id-" + i);
            assertThatThrownBy(() -> client.enqueue(unique)).isInstanceOf(DuplicateTaskException.class);
            assertThatThrownBy(() -> client.enqueue(id)).isInstanceOf(TaskIdConflictException.class);
        }
    }

    /** Enqueues tasks that are due in an hour, to reserve their locks and IDs. */
    private void reserve(int from, int to) {
        for (int i = from; i < to; i++) {
            client.enqueue(mail(i).unique(HOUR).processIn(HOUR));
            client.enqueue(mail(i).id("id-" + i).processIn(HOUR));
        }
    }

    @Test
    void on_sentinels_the_master_dies_while_all_shards_are_in_use() {
        EmbeddedRedisSentinel sentinel = closedLater(EmbeddedRedisSentinel.start());
        connect(sentinel.url(), 4);
        reserve(0, 10);
        pool.submit(this::sendAll);
        awaitMore(100);
        Set<String> replicated = Set.copyOf(accepted);
        try (Jedis master = TestRedis.connect(sentinel.master())) {
            // WAIT counts replicas that have what this connection has written
            master.set("last", "write");
            assertThat(master.waitReplicas(1, 20_000)).isPositive();
        }

        sentinel.killMaster();

        Set<String> perhapsLost = new HashSet<>(accepted);
        perhapsLost.removeAll(replicated);
        awaitMore(100);
        assertThat(broker.shards().declare("mails", 6, Declared.RAISE)).isEqualTo(new Shards(6, 4));
        DefaultAsynqClient other = closedLater(DefaultAsynqClient.builder(broker).shards("mails", 6).build());
        IntStream.range(0, 60).forEach(i -> accepted.add(other.enqueue(mail(i)).id()));
        stopped = true;
        Set<String> certain = new HashSet<>(accepted);
        certain.removeAll(perhapsLost);
        awaitHandled(certain);
        assertThat(from).containsExactlyInAnyOrderElementsOf(Shards.names("mails", 6));
        assertDuplicatesAreRefused(0, 10);
    }

    @Test
    void behind_a_proxy_each_server_dies_and_comes_back_and_shards_are_added() {
        List<EmbeddedRedis> servers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            servers.add(closedLater(EmbeddedRedis.builder().config("appendonly", "yes")
                    .config("appendfsync", "always").start()));
        }
        connect(closedLater(Twemproxy.before(directory, servers, "murmur")).url(), 8);
        reserve(0, 10);
        sendUntilStored(80);
        awaitHandled(accepted);
        assertThat(from).containsExactlyInAnyOrderElementsOf(Shards.names("mails", 8));
        assertThat(servers).allMatch(server -> hasShards(server), "has a shard");

        for (EmbeddedRedis server : servers) {
            server.kill();
            int stored = 0;
            for (int i = 0; i < 16; i++) {
                stored += send(mail(i)) ? 1 : 0;
            }
            assertThat(stored).as("of 16, to shards on the other servers").isBetween(1, 15);
            awaitHandled(accepted);
            server.restart();
            sendUntilStored(16);
            awaitHandled(accepted);
        }

        assertDuplicatesAreRefused(0, 10);
        broker.shards().declare("mails", 12, Declared.RAISE);
        client = closedLater(DefaultAsynqClient.builder(broker).shards("mails", 8).build());
        sendUntilStored(48);
        awaitHandled(accepted);
        assertThat(from).containsExactlyInAnyOrderElementsOf(Shards.names("mails", 12));
        assertDuplicatesAreRefused(0, 10);
        Inspector inspector = new RedisInspector(broker, broker.executor(), () -> {}).logical();
        assertThat(inspector.queues().info("mails").scheduled()).isEqualTo(20);
        assertThat(inspector.bulk().deleteAll("mails", TaskState.SCHEDULED)).isEqualTo(20);
    }

    private void sendUntilStored(int tasks) {
        for (int i = 0; i < tasks; i++) {
            Task<String> task = mail(i);
            await("Redis accepts tasks").until(() -> send(task));
        }
    }

    private static boolean hasShards(EmbeddedRedis server) {
        try (Jedis redis = TestRedis.connect(server)) {
            return Shards.names("mails", 8).stream()
                    .anyMatch(shard -> !redis.keys(QueueKeys.of(shard).prefix() + "*").isEmpty());
        }
    }
}
