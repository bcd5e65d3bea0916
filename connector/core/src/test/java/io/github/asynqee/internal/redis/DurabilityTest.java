package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.OutboxCommands.Opening;
import io.github.asynqee.internal.broker.OutboxCommands.Row;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.params.SetParams;

/** A task is enqueued with the requested durability, or its producer gets an error. */
@Timeout(120)
class DurabilityTest {

    private static final Durability SOON = Durability.replicas(1).within(Duration.ofSeconds(1));
    private static final String PENDING = "asynq:{default}:pending";

    private final List<AutoCloseable> opened = new ArrayList<>();

    private <C extends AutoCloseable> C open(C part) {
        opened.add(0, part);
        return part;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : opened) {
            part.close();
        }
    }

    private EmbeddedRedis replicaOf(EmbeddedRedis master) {
        EmbeddedRedis replica = open(EmbeddedRedis.builder().config("replicaof", master.host(), "" + master.port())
                .config("repl-diskless-load", "swapdb").start());
        try (Jedis jedis = TestRedis.connect(master)) {
            await("the replica confirms writes").until(() -> {
                jedis.set("sync", "", SetParams.setParams().px(1));
                return jedis.waitReplicas(1, 100) == 1;
            });
        }
        return replica;
    }

    private EmbeddedRedis master() {
        return open(EmbeddedRedis.builder().config("repl-diskless-sync-delay", "0").start());
    }

    private static Task<String> task(String id) {
        return Task.of("t", "{}").id(id);
    }

    private long stored(EmbeddedRedis redis) {
        try (Jedis jedis = TestRedis.connect(redis)) {
            return jedis.llen(PENDING);
        }
    }

    @Test
    void a_task_is_enqueued_when_the_replica_has_it() throws Exception {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        AsynqClient client = open(Asynq.connect(master.url())).withDurability(Durability.replicas(1));

        client.enqueue(task("one"));
        assertThat(stored(replica)).isEqualTo(1);

        // a connection that was used for this works as before, and so does a server without the script
        try (Jedis jedis = TestRedis.connect(master)) {
            jedis.scriptFlush();
        }
        List<EnqueueResult> results = client.enqueueAll(List.of(task("two"), task("three"), task("one")));
        assertThat(results).extracting(EnqueueResult::isStored).containsExactly(true, true, false);
        assertThat(stored(replica)).isEqualTo(3);
        client.enqueueAsync(task("four")).toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(stored(replica)).isEqualTo(4);
    }

    @Test
    void a_row_of_an_outbox_remains_until_its_task_is_confirmed() {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        RedisBroker broker = open(RedisBroker.connect(RedisConfig.of(master.url())));
        OutboxCommands outbox = broker.outboxCommands(SOON);
        Opening first = new Opening("default", "box", "relay 1");
        Opening second = new Opening("default", "box", "relay 2");
        outbox.open(List.of(first));
        replica.pause();

        assertThat(outbox.store(first, List.of(new Row("row", Tasks.pending("default", "one")))).orElseThrow())
                .hasExactlyElementsOfTypes(StoreResult.Unconfirmed.class);
        assertThatThrownBy(() -> outbox.open(List.of(second))).isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("0 of 1 replicas have received it");
        replica.resume();
        await("the replica confirms writes").ignoreExceptions()
                .until(() -> outbox.open(List.of(second)).equals(Set.of("row")));

        assertThat(stored(replica)).isEqualTo(1);
    }

    @Test
    void a_task_that_was_stored_before_is_confirmed_when_the_replica_has_it() {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        RedisBroker broker = open(RedisBroker.connect(RedisConfig.of(master.url())));
        NewTask task = Tasks.pending("default", "one").once("group");
        replica.pause();
        // by a server that has died then
        broker.producerCommands().store(List.of(task));

        RedisBroker other = open(RedisBroker.connect(RedisConfig.of(master.url())));
        assertThat(other.producerCommands(SOON).store(List.of(task)))
                .hasExactlyElementsOfTypes(StoreResult.Unconfirmed.class);

        replica.resume();
        await("the replica confirms writes").until(() -> other.producerCommands(SOON).store(List.of(task)),
                List.of(new StoreResult.Stored())::equals);
        assertThat(stored(replica)).isEqualTo(1);
    }

    @Test
    void a_task_that_is_not_confirmed_is_stored_and_its_sender_learns_both() throws Exception {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        AsynqClient memory = open(Asynq.connect(master.url()));
        AsynqClient client = memory.withDurability(SOON);
        replica.pause();
        try (Jedis jedis = TestRedis.connect(master)) {
            jedis.scriptFlush();
        }

        assertThatThrownBy(() -> client.enqueue(task("one"))).isInstanceOfSatisfying(EnqueueUnconfirmedException.class,
                e -> assertThat(e.task().id()).isEqualTo("one"))
                .hasMessage(
                        "task one of type \"t\" in queue \"default\" was stored and will run, but its durability is "
                                + "not confirmed: 0 of 1 replicas have received it within 1000 ms");
        assertThatThrownBy(() -> client.enqueueAsync(task("two")).toCompletableFuture().join())
                .isInstanceOf(CompletionException.class).hasCauseInstanceOf(EnqueueUnconfirmedException.class);
        List<EnqueueResult> all = client.enqueueAll(List.of(task("three"), task("one")));
        assertThat(all.get(0).error()).isInstanceOf(EnqueueUnconfirmedException.class);
        assertThat(all.get(1).error()).hasMessageContaining("conflicts");
        memory.enqueue(task("four"));
        assertThat(stored(master)).isEqualTo(4);

        replica.resume();
        client.enqueue(task("five"));
        assertThat(stored(replica)).isEqualTo(5);
    }

    @Test
    void a_connection_that_breaks_before_the_confirmation_does_not_make_the_task_uncertain() throws Exception {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        AsynqClient client = open(Asynq.connect(master.url()))
                .withDurability(Durability.replicas(1).within(Duration.ofSeconds(50)));
        replica.pause();

        var result = client.enqueueAsync(task("one")).toCompletableFuture();
        try (Jedis jedis = TestRedis.connect(master)) {
            await().until(() -> jedis.info("clients").contains("blocked_clients:1"));
            assertThat(jedis.clientKill(ClientKillParams.clientKillParams()
                    .type(ClientType.NORMAL)
                    .skipMe(ClientKillParams.SkipMe.YES))).isPositive();
        }

        assertThatThrownBy(result::join).hasCauseInstanceOf(EnqueueUnconfirmedException.class)
                .hasMessageContaining("Redis did not answer WAIT");
        assertThat(stored(master)).isEqualTo(1);
    }

    @Test
    void a_connection_that_breaks_during_the_check_refuses_nothing() throws Exception {
        EmbeddedRedis master = master();
        AsynqClient client = open(Asynq.connect(master.url()));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        opened.add(thread::shutdownNow);

        Future<AsynqClient> durable = thread
                .submit(() -> client.withDurability(Durability.replicas(1).within(Duration.ofSeconds(50))));
        try (Jedis jedis = TestRedis.connect(master)) {
            await().until(() -> jedis.info("clients").contains("blocked_clients:1"));
            assertThat(jedis.clientKill(ClientKillParams.clientKillParams()
                    .type(ClientType.NORMAL)
                    .skipMe(ClientKillParams.SkipMe.YES))).isPositive();
        }

        assertThat(durable.get(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void without_a_replica_the_client_is_refused_and_later_tasks_are_not_confirmed() throws Exception {
        EmbeddedRedis master = master();
        AsynqClient client = open(Asynq.connect(master.url()));

        assertThatThrownBy(() -> client.withDurability(SOON)).isInstanceOf(DurabilityRefusedException.class)
                .hasMessage("durability replica (1) is not possible: 0 of 1 replicas have received it within 1000 ms");
        try (Jedis jedis = TestRedis.connect(master)) {
            assertThat(jedis.dbSize()).isZero();
        }
        EmbeddedRedis replica = replicaOf(master);
        AsynqClient durable = client.withDurability(SOON);
        assertThat(client.withDurability(SOON)).isSameAs(durable);
        assertThat(durable.withDurability(Durability.MEMORY)).isSameAs(client);
        replica.kill();
        assertThatThrownBy(() -> durable.enqueue(task("one"))).isInstanceOf(EnqueueUnconfirmedException.class);
    }

    @Test
    void a_redis_that_is_down_refuses_nothing() {
        EmbeddedRedis master = master();
        master.kill();
        AsynqClient client = open(Asynq.connect(master.url() + "?connect-timeout=500ms"));

        assertThat(client.withDurability(SOON)).isNotNull();
    }

    @Test
    void senders_who_await_a_confirmation_keep_nobody_else_from_redis() throws Exception {
        EmbeddedRedis master = master();
        EmbeddedRedis replica = replicaOf(master);
        AsynqClient memory = open(Asynq.connect(master.url() + "?max-connections=2&command-timeout=500ms"));
        AsynqClient durable = memory.withDurability(Durability.replicas(1).within(Duration.ofSeconds(50)));
        ExecutorService senders = Executors.newFixedThreadPool(2);
        opened.add(senders::shutdownNow);
        replica.pause();
        List<Future<TaskInfo>> waiting = List.of(senders.submit(() -> durable.enqueue(task("one"))),
                senders.submit(() -> durable.enqueue(task("two"))));
        try (Jedis jedis = TestRedis.connect(master)) {
            await().until(() -> jedis.info("clients").contains("blocked_clients:2"));
        }

        memory.enqueue(task("three"));

        assertThat(waiting).noneMatch(Future::isDone);
        replica.resume();
        for (Future<TaskInfo> sender : waiting) {
            sender.get(20, TimeUnit.SECONDS);
        }
    }

    private static boolean hasWaitAof(EmbeddedRedis redis) {
        try (Jedis jedis = TestRedis.connect(redis)) {
            return jedis.commandCount() > 0 && !jedis.commandInfo("waitaof").isEmpty()
                    && jedis.commandInfo("waitaof").get("waitaof") != null;
        }
    }

    @Test
    void a_task_is_on_the_disk_when_it_is_enqueued_or_redis_is_refused() throws Exception {
        EmbeddedRedis redis = open(
                EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "always").start());
        AsynqClient client = open(Asynq.connect(redis.url()));
        if (!hasWaitAof(redis)) {
            assertThatThrownBy(() -> client.withDurability(Durability.DISK))
                    .isInstanceOf(DurabilityRefusedException.class)
                    .hasMessageContaining("WAITAOF needs Redis 7.2 or later");
            return;
        }
        AsynqClient durable = client.withDurability(Durability.DISK);
        try (Jedis jedis = TestRedis.connect(redis)) {
            jedis.configResetStat();
            durable.enqueue(task("one"));
            // the operating system keeps the writes of a killed server, flushed or not
            assertThat(jedis.info("commandstats")).contains("cmdstat_waitaof:calls=1,");
        }
        redis.kill();
        redis.restart();
        assertThat(stored(redis)).isEqualTo(1);

        EmbeddedRedis without = master();
        assertThatThrownBy(() -> open(Asynq.connect(without.url())).withDurability(Durability.DISK))
                .isInstanceOf(DurabilityRefusedException.class).hasMessageContaining("set appendonly yes in Redis");
        EmbeddedRedis never = open(
                EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "no").start());
        assertThatThrownBy(
                () -> open(Asynq.connect(never.url())).withDurability(Durability.DISK.within(Duration.ofMillis(300))))
                .isInstanceOf(DurabilityRefusedException.class).hasMessageContaining("appendfsync no");
    }

    @Test
    void in_a_cluster_each_node_confirms_what_it_has_stored() throws Exception {
        EmbeddedRedisCluster cluster = open(EmbeddedRedisCluster.startWithReplicas());
        AsynqClient client = open(Asynq.connect(cluster.url()))
                .withDurability(Durability.replicas(1).within(Duration.ofSeconds(1)));
        List<Task<?>> tasks = new ArrayList<>();
        for (String queue : List.of("b1", "default", "low", "critical")) {
            tasks.add(task(queue).queue(queue));
        }
        assertThat(client.enqueueAll(tasks)).allMatch(EnqueueResult::isStored);

        EmbeddedRedis stuck = replicaOf(cluster, cluster.nodes().get(1));
        stuck.pause();
        List<EnqueueResult> results = client
                .enqueueAll(List.of(task("x").queue("b1"), task("x").queue("default")));
        stuck.resume();

        assertThat(results.get(0).error()).isNull();
        assertThat(results.get(1).error()).isInstanceOf(EnqueueUnconfirmedException.class);
    }

    private static EmbeddedRedis replicaOf(EmbeddedRedisCluster cluster, EmbeddedRedis master) {
        return cluster.nodes().stream().filter(node -> {
            try (Jedis jedis = TestRedis.connect(node)) {
                return jedis.info("replication").contains("master_port:" + master.port());
            }
        }).findFirst().orElseThrow();
    }

    @Test
    void the_rule_that_a_user_lacks_is_named() throws Exception {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().config("repl-diskless-sync-delay", "0")
                .user("lacks", AclRules.PASSWORD, rules.toArray(String[]::new));
        rules.add("+wait");
        EmbeddedRedis master = open(builder.user("has", AclRules.PASSWORD, rules.toArray(String[]::new)).start());
        replicaOf(master);

        assertThatThrownBy(() -> open(Asynq.connect(master.url("lacks"))).withDurability(SOON))
                .isInstanceOf(DurabilityRefusedException.class)
                .hasMessageContaining("the user of Redis needs the ACL rule +wait");
        open(Asynq.connect(master.url("has"))).withDurability(SOON).enqueue(task("one"));
        try (Jedis jedis = TestRedis.connect(master)) {
            assertThat(AclRules.refusals(jedis)).containsOnly("lacks: wait");
        }
    }
}
