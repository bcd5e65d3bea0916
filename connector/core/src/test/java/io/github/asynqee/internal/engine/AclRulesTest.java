package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.OutboxCommands.Opening;
import io.github.asynqee.internal.broker.OutboxCommands.Row;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.Tasks;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** The ACL rules of producers and workers in {@code docs/redis.md}: they suffice, and none is superfluous. */
@Timeout(120)
class AclRulesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private EmbeddedRedis redis;
    private Jedis observer;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.builder().user("producer", AclRules.PASSWORD, AclRules.of("producer"))
                .user("worker", AclRules.PASSWORD, AclRules.of("worker")).start();
        observer = TestRedis.connect(redis);
        observer.configResetStat();
    }

    @AfterEach
    void stop() {
        pool.shutdownNow();
        observer.close();
        redis.close();
    }

    private static Task<String> task(String id) {
        return Task.of("email:welcome", "{}").id(id);
    }

    /** Calls all that a producer can do; the third call gets its reply too late, so that the task is looked up. */
    private void produce(DefaultAsynqClient client, String prefix) throws Exception {
        client.enqueue(task(prefix + "unique").unique(Duration.ofHours(1)).processIn(Duration.ofHours(1)));
        Assertions.assertThrows(DuplicateTaskException.class,
                () -> client.enqueue(task(prefix + "second").unique(Duration.ofHours(1))));
        client.enqueueAll(List.of(task(prefix + "m1").group("g"), task(prefix + "m2").group("g")));
        redis.pause();
        var late = client.enqueueAsync(task(prefix + "late"));
        TimeUnit.MILLISECONDS.sleep(3_000);
        redis.resume();
        late.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void a_producer_can_do_all_it_has_to_and_nothing_else() throws Exception {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("producer") + "?command-timeout=2s"));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            produce(client, "");
            // a connection that was idle is checked before it is used
            TimeUnit.MILLISECONDS.sleep(1_100);
            client.enqueue(task("last"));
        }

        assertThat(AclRules.refusals(observer)).isEmpty();
        assertThat(AclRules.commands("producer")).containsExactlyInAnyOrderElementsOf(
                AclRules.needed(observer,
                        Set.of(EngineScript.ENQUEUE, EngineScript.SCHEDULE, EngineScript.ADD_TO_GROUP)));
    }

    @Test
    void a_producer_with_an_outbox_needs_four_more_rules() {
        redis.close();
        redis = EmbeddedRedis.builder()
                .user("producer", AclRules.PASSWORD,
                        Stream.concat(Stream.of(AclRules.of("producer")),
                                Stream.of("+hgetall", "+zremrangebyscore", "+zrem", "+get")).toArray(String[]::new))
                .start();
        observer.close();
        observer = TestRedis.connect(redis);
        Opening opening = new Opening("default", "box", "relay");
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("producer")))) {
            OutboxCommands outbox = broker.outboxCommands(Durability.MEMORY);
            outbox.open(List.of(opening));
            assertThat(outbox.store(opening, List.of(new Row("1", Tasks.pending("default", "a")))).orElseThrow())
                    .containsExactly(new StoreResult.Stored());
            outbox.close(opening);
            OutboxState state = new OutboxState("host", 7, "shop", "jdbc/shop", 0, null, 0, "", "");
            broker.outboxes().write(state, Duration.ofMinutes(1));
            broker.outboxes().clear(state);
            String mine = UUID.randomUUID().toString();
            assertThat(broker.outboxes().identity(mine)).isEqualTo(mine);
        }

        assertThat(AclRules.refusals(observer)).isEmpty();
        assertThat(observer.keys("asynq:{default}:outbox:*")).isEmpty();
    }

    @Test
    void a_worker_can_do_all_it_has_to_and_nothing_else() throws Exception {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("worker") + "?command-timeout=2s"));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            produce(client, "");
            CountDownLatch interrupted = new CountDownLatch(1);
            List<String> healthy = new ArrayList<>();
            Worker worker = new Worker(broker, WorkerConfig.builder().janitorInterval(SECOND).recoveryInterval(SECOND)
                    .heartbeatInterval(SECOND).healthCheckInterval(SECOND)
                    .healthCheck(failure -> healthy.add(failure.toString())).build(),
                    List.of(tasks(interrupted), groups()));
            worker.start();
            // as the repair of batches does with a chain that was given up
            broker.commands(BatchCommands.class).delete(new BatchName("default", "none"));
            PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
            scheduler.put(PeriodicTask.of("tick", "@every 1s", Task.of("tick", "{}")));
            var ticks = scheduler.start(Thread::new);

            List<String> expected = new ArrayList<>(List.of("late", "tick", "group of 2"));
            for (String id : List.of("done", "keeps", "fails", "dies", "endless")) {
                client.enqueue(task(id).maxRetry(id.equals("fails") ? 1 : 0)
                        .retention(id.equals("keeps") ? SECOND : Duration.ZERO));
                expected.add(id);
            }
            while (!expected.isEmpty()) {
                expected.remove(handled.poll(30, TimeUnit.SECONDS));
            }
            broker.workerCommands().publishCancellation("endless");
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
            await("the retention ends").until(() -> !observer.exists("asynq:{default}:t:keeps"));
            await("a silent connection is checked").until(() -> AclRules.used(observer).contains("ping"));
            assertThat(broker.queueChanges().refusal()).isEmpty();
            assertThat(broker.status().version()).isNotEmpty();
            ticks.stop(Duration.ofSeconds(10));
            worker.shutdown(Duration.ZERO);
            assertThat(healthy).isNotEmpty().containsOnly("Optional.empty");
        }

        assertThat(AclRules.refusals(observer)).isEmpty();
        assertThat(AclRules.commands("worker")).containsExactlyInAnyOrderElementsOf(AclRules.needed(observer,
                Set.copyOf(EnumSet.range(EngineScript.ENQUEUE, EngineScript.FIRE_TICK))));
    }

    private Channel tasks(CountDownLatch interrupted) {
        Channel channel = new Channel(new ChannelConfig("tasks", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(SECOND))).withDeadLetters(new DeadLetterQueue("graveyard", null)));
        HandlerLane.open(channel, 4, delivery -> {
            String id = delivery.message().type().equals("tick") ? "tick" : delivery.message().id();
            delivery.writeProgress(50, "half");
            handled.add(id);
            if (id.equals("fails") || id.equals("dies")) {
                throw new IllegalStateException("boom");
            }
            if (id.equals("endless")) {
                try {
                    TimeUnit.MINUTES.sleep(2);
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
        }, pool);
        return channel;
    }

    private Channel groups() {
        Channel channel = new Channel(new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(SECOND)), new GroupConfig("g", SECOND, Duration.ZERO, 3)));
        HandlerLane.openForGroups(channel, 1, group -> handled.add("group of " + group.members().size()), pool);
        return channel;
    }
}
