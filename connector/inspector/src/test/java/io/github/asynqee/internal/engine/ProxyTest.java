package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.Twemproxy;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Tasks on three servers behind a proxy that passes on commands with keys only. */
@Timeout(90)
class ProxyTest {

    private static final List<String> QUEUES = List.of("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta",
            "theta");

    @TempDir
    private Path directory;
    private final List<EmbeddedRedis> servers = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private Twemproxy proxy;
    private RedisBroker broker;
    private DefaultAsynqClient client;
    private Worker worker;

    @BeforeEach
    void start() {
        for (int i = 0; i < 3; i++) {
            servers.add(EmbeddedRedis.builder().config("appendonly", "yes").start());
        }
        proxy = Twemproxy.before(directory, servers);
        broker = RedisBroker.connect(RedisConfig.of(proxy.url()));
        client = DefaultAsynqClient.of(broker);
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(tasks(), groups()));
        worker.start();
    }

    @AfterEach
    void stop() throws Exception {
        if (worker != null) {
            worker.shutdown(Duration.ZERO);
            client.close();
            broker.close();
            proxy.close();
        }
        pool.shutdownNow();
        servers.forEach(EmbeddedRedis::close);
    }

    private Channel tasks() {
        Map<String, Integer> priorities = new HashMap<>();
        QUEUES.forEach(queue -> priorities.put(queue, 1));
        Channel channel = new Channel(new ChannelConfig("tasks", priorities, "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
        HandlerLane.open(channel, 4, delivery -> {
            String id = delivery.message().id();
            if (id.equals("fails-once") && delivery.message().retried() == 0) {
                throw new IllegalStateException("boom");
            }
            if (id.equals("endless")) {
                handled.add(id);
                try {
                    Thread.sleep(Duration.ofMinutes(2).toMillis());
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
            handled.add(id);
        }, pool);
        return channel;
    }

    private Channel groups() {
        Channel channel = new Channel(new ChannelConfig("groups", Map.of("alpha", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))),
                new GroupConfig("g", Duration.ofSeconds(1), Duration.ZERO, 3)));
        HandlerLane.openForGroups(channel, 1,
                group -> handled.add("group of " + group.members().size()), pool);
        return channel;
    }

    private static Task<String> task(String queue, String id) {
        return Task.of("email:welcome", "{}").queue(queue).id(id);
    }

    private void awaitHandled(String... ids) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            seen.add(handled.poll(30, TimeUnit.SECONDS));
        }
        assertThat(seen).containsExactlyInAnyOrder(ids);
    }

    @Test
    void tasks_of_queues_on_all_servers_are_run_later_once_and_again_after_a_failure() throws Exception {
        QUEUES.forEach(queue -> client.enqueue(task(queue, "now-" + queue)));
        awaitHandled(QUEUES.stream().map(queue -> "now-" + queue).toArray(String[]::new));
        assertThat(servers).allSatisfy(server -> assertThat(keys(server)).isNotEmpty());

        client.enqueue(task("beta", "later").processIn(Duration.ofSeconds(1)));
        client.enqueue(task("gamma", "fails-once"));
        client.enqueue(task("delta", "unique").unique(Duration.ofHours(1)));
        awaitHandled("later", "fails-once", "unique");
        client.enqueue(task("delta", "first").processIn(Duration.ofHours(1)).unique(Duration.ofHours(2)));
        Assertions.assertThrows(DuplicateTaskException.class,
                () -> client.enqueue(task("delta", "second").unique(Duration.ofHours(1))));
    }

    private static List<String> keys(EmbeddedRedis server) {
        try (Jedis redis = new Jedis(server.url())) {
            return List.copyOf(redis.keys("asynq:*"));
        }
    }

    @Test
    void groups_and_periodic_tasks_are_run() throws Exception {
        client.enqueueAll(List.of(task("alpha", "m1").group("g"), task("alpha", "m2").group("g"),
                task("alpha", "m3").group("g")));
        awaitHandled("group of 3");

        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        scheduler.put(PeriodicTask.of("tick", "@every 1s", Task.of("tick", "{}").queue("epsilon")));
        var thread = scheduler.start(Thread::new);
        assertThat(handled.poll(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(handled.poll(30, TimeUnit.SECONDS)).isNotNull();
        thread.stop(Duration.ofSeconds(10));
    }

    @Test
    void a_running_task_is_cancelled_within_seconds() throws Exception {
        client.enqueue(task("zeta", "endless").maxRetry(0));
        awaitHandled("endless");

        broker.workerCommands().publishCancellation("endless");

        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_the_proxy_does_not_pass_on_is_stated() {
        assertThat(broker.queueChanges().refusal()).hasValueSatisfying(
                reason -> assertThat(reason).contains("a proxy passes on no notifications"));
        assertThat(broker.status().version()).isEmpty();
    }

    @Test
    void an_inspector_lists_queues_servers_and_tasks() {
        client.enqueue(task("z", "t1"));
        try (Inspector inspector = new RedisInspector(broker, broker.executor(), () -> {})) {
            assertThat(inspector.queues().names()).contains("z");
            assertThat(inspector.queues().info("z").pending()).isEqualTo(1);
            assertThat(inspector.tasks().list("z", TaskState.PENDING, 1, 10)).hasSize(1);
            await().untilAsserted(() -> assertThat(inspector.servers()).hasSize(1));
            assertThat(inspector.health().findings()).extracting("code").contains("queue-without-server");
            inspector.changes().archive("z", "t1");
            assertThat(inspector.tasks().get("z", "t1").info().state()).isEqualTo(TaskState.ARCHIVED);
            inspector.queues().remove("z", true);
            assertThat(inspector.queues().names()).doesNotContain("z");
        }
    }

    @Test
    void a_server_that_dies_and_comes_back_loses_no_task() throws Exception {
        QUEUES.forEach(queue -> client.enqueue(task(queue, "registers-" + queue)));
        awaitHandled(QUEUES.stream().map(queue -> "registers-" + queue).toArray(String[]::new));
        for (int server = 0; server < 3; server++) {
            servers.get(server).kill();
            List<String> stored = new ArrayList<>();
            for (String queue : QUEUES) {
                try {
                    stored.add(client.enqueue(task(queue, "down-" + server + "-" + queue)).id());
                } catch (BrokerException | EnqueueException e) {
                    assertThat(e.getMessage()).isNotBlank();
                }
            }
            assertThat(stored).as("queues of the other servers").isNotEmpty();
            awaitHandled(stored.toArray(String[]::new));
            servers.get(server).restart();
            int round = server;
            for (String queue : QUEUES) {
                await().untilAsserted(() -> client.enqueue(task(queue, "up-" + round + "-" + queue)));
            }
            awaitHandled(QUEUES.stream().map(queue -> "up-" + round + "-" + queue).toArray(String[]::new));
        }
    }
}
