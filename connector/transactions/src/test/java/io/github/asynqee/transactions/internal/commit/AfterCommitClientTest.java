package io.github.asynqee.transactions.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.TransactionRolledBackException;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the transaction manager of WildFly, and Redis. */
class AfterCommitClientTest {

    private static final TransactionManager TRANSACTIONS = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private static EmbeddedRedis redis;

    private final String queue = "q-" + UUID.randomUUID();
    private Broker broker;
    private AfterCommitClient client;

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void connect() {
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = new AfterCommitClient(DefaultAsynqClient.builder(broker).maxWaiting(600).build(),
                new CurrentTransaction(() -> REGISTRY));
    }

    @AfterEach
    void close() throws Exception {
        if (TRANSACTIONS.getStatus() != Status.STATUS_NO_TRANSACTION) {
            TRANSACTIONS.rollback();
        }
        client.close();
        broker.close();
    }

    private Task<?> task(Object payload) {
        return Task.of("mail", payload).queue(queue);
    }

    private CompletableFuture<TaskInfo> send(Object payload) {
        return client.enqueueAsync(task(payload)).toCompletableFuture();
    }

    /** The payloads of all pending tasks, in their order. */
    private List<String> stored() {
        List<String> payloads = new ArrayList<>();
        List<Lease> leases;
        do {
            leases = broker.workerCommands().dequeue(queue, 100).leases();
            leases.forEach(lease -> payloads.add(new String(lease.message().payload(), StandardCharsets.UTF_8)));
        } while (!leases.isEmpty());
        return payloads;
    }

    @Test
    void a_task_is_stored_after_the_commit() throws Exception {
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> sent = send("a");
        assertThat(stored()).isEmpty();
        assertThat(sent).isNotDone();

        TRANSACTIONS.commit();

        assertThat(sent.join().queue()).isEqualTo(queue);
        assertThat(stored()).containsExactly("a");
    }

    @Test
    void batches_and_chains_are_refused_in_a_transaction() throws Exception {
        TRANSACTIONS.begin();

        assertThatThrownBy(() -> client.batch("import-42")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("import-42");
        assertThatThrownBy(() -> client.enqueueChain(Task.of("a", "").then(Task.of("b", ""))))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("chain");

        TRANSACTIONS.commit();
        client.batch("import-42").queue(queue).add(List.of(task("member"))).enqueue();
        assertThat(stored()).containsExactly("member");
    }

    @Test
    void there_is_one_client_of_a_durability_which_keeps_the_order_of_its_tasks() throws Exception {
        Durability other = Durability.MEMORY.within(Duration.ofSeconds(1));
        List<String> payloads = IntStream.range(0, 2_000).mapToObj(i -> "p" + i).toList();
        TRANSACTIONS.begin();
        payloads.forEach(payload -> client.withDurability(other).enqueueAsync(task(payload)));

        TRANSACTIONS.commit();

        // after these
        client.withDurability(other).enqueueAsync(task("last")).toCompletableFuture().join();
        assertThat(stored()).startsWith(payloads.toArray(String[]::new)).endsWith("last");
        assertThat(client.withDurability(other)).isSameAs(client.withDurability(other)).isNotSameAs(client);
    }

    @Test
    void a_rollback_fails_the_stage_and_stores_nothing() throws Exception {
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> sent = send("a");

        TRANSACTIONS.rollback();

        assertThatThrownBy(sent::join).isInstanceOf(CompletionException.class).cause()
                .isInstanceOf(TransactionRolledBackException.class)
                .hasMessageContaining("in queue \"" + queue + "\" was not enqueued: its transaction was rolled back");
        assertThat(stored()).isEmpty();
    }

    @Test
    void a_thousand_rollbacks_beside_commits_on_other_threads_store_nothing() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<java.util.concurrent.Future<Void>> runs = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int first = thread * 500;
                runs.add(threads.submit(() -> {
                    for (int i = first; i < first + 500; i++) {
                        TRANSACTIONS.begin();
                        CompletableFuture<TaskInfo> sent = send(String.valueOf(i));
                        if (i % 2 == 0) {
                            TRANSACTIONS.commit();
                            sent.join();
                        } else {
                            TRANSACTIONS.rollback();
                            assertThat(sent).isCompletedExceptionally();
                        }
                    }
                    return null;
                }));
            }
            for (java.util.concurrent.Future<Void> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(stored()).containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, 1_000).mapToObj(i -> String.valueOf(2 * i)).toList());
    }

    @Test
    void outside_of_a_transaction_a_task_is_stored_at_once() {
        client.enqueue(task("a"));
        send("b").join();
        client.enqueueAll(List.of(task("c")));

        assertThat(stored()).containsExactly("a", "b", "c");
    }

    @Test
    void tasks_are_stored_in_the_order_in_which_they_were_sent() throws Exception {
        TRANSACTIONS.begin();
        client.enqueue(task("a"));
        send("b");
        List<EnqueueResult> results = client.enqueueAll(List.of(task("c"), task(new Object()), task("d")));
        CompletableFuture<TaskInfo> last = send("e");
        TRANSACTIONS.commit();
        last.join();

        assertThat(results).extracting(result -> result.error() == null).containsExactly(true, false, true);
        assertThat(stored()).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void a_transaction_may_have_more_tasks_than_may_wait() throws Exception {
        TRANSACTIONS.begin();
        List<CompletableFuture<TaskInfo>> sent = IntStream.range(0, 3_000).mapToObj(String::valueOf).map(this::send)
                .toList();
        TRANSACTIONS.commit();
        sent.forEach(CompletableFuture::join);

        assertThat(stored()).hasSize(3_000);
    }

    @Test
    void a_payload_is_what_it_was_when_it_was_sent() throws Exception {
        byte[] payload = { 'a' };
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> sent = send(payload);
        payload[0] = 'b';
        TRANSACTIONS.commit();
        sent.join();

        assertThat(stored()).containsExactly("a");
    }

    @Test
    void an_invalid_task_is_refused_when_it_is_sent_and_harms_no_other() throws Exception {
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> good = send("a");
        CompletableFuture<TaskInfo> bad = send(new Object());
        assertThatThrownBy(bad::join).cause().isInstanceOf(InvalidTaskException.class);
        TRANSACTIONS.commit();
        good.join();

        assertThat(stored()).containsExactly("a");
    }

    @Test
    void a_transaction_that_is_marked_for_rollback_takes_no_task() throws Exception {
        TRANSACTIONS.begin();
        TRANSACTIONS.setRollbackOnly();

        assertThatThrownBy(send("a")::join).cause().isInstanceOf(TransactionRolledBackException.class)
                .hasMessageEndingWith("its transaction is marked for rollback");
        assertThatThrownBy(() -> client.enqueue(task("b"))).isInstanceOf(TransactionRolledBackException.class);
    }

    /** The server ends it on another thread, while the method still runs and may send. */
    @Test
    void a_transaction_that_has_timed_out_takes_no_task() throws Exception {
        TRANSACTIONS.setTransactionTimeout(1);
        try {
            TRANSACTIONS.begin();
        } finally {
            TRANSACTIONS.setTransactionTimeout(0);
        }
        CompletableFuture<TaskInfo> before = send("before");
        await().until(() -> TRANSACTIONS.getStatus() == Status.STATUS_ROLLEDBACK);

        assertThatThrownBy(send("after")::join).cause().isInstanceOf(TransactionRolledBackException.class)
                .hasMessageEndingWith("its transaction was rolled back");

        assertThatThrownBy(before::join).cause().isInstanceOf(TransactionRolledBackException.class);
        assertThat(stored()).isEmpty();
    }

    /**
     * The data may be committed, so this does not count as a rollback, and the client logs it if nobody gets the
     * failure.
     */
    @Test
    void a_transaction_whose_outcome_is_unknown_stores_nothing() {
        List<Synchronization> registered = new ArrayList<>();
        TransactionSynchronizationRegistry fake = (TransactionSynchronizationRegistry) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[]{ TransactionSynchronizationRegistry.class },
                (proxy, method, values) -> {
                    if (method.getName().equals("registerInterposedSynchronization")) {
                        registered.add((Synchronization) values[0]);
                    }
                    return method.getName().equals("getTransactionStatus") ? Status.STATUS_ACTIVE : null;
                });
        AfterCommitClient unknown = new AfterCommitClient(DefaultAsynqClient.of(broker),
                new CurrentTransaction(() -> fake));
        CompletableFuture<TaskInfo> sent = unknown.enqueueAsync(task("a")).toCompletableFuture();

        registered.get(0).afterCompletion(Status.STATUS_UNKNOWN);

        assertThatThrownBy(sent::join).cause().isInstanceOf(EnqueueException.class)
                .isNotInstanceOf(TransactionRolledBackException.class)
                .hasMessageEndingWith("the outcome of its transaction is unknown (JTA status 5)");
        assertThat(stored()).isEmpty();
        unknown.close();
    }

    @Test
    void a_commit_that_fails_stores_nothing() throws Exception {
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> sent = send("a");
        REGISTRY.registerInterposedSynchronization(before(() -> {
            throw new IllegalStateException("cannot be written");
        }));

        assertThatThrownBy(TRANSACTIONS::commit).isInstanceOf(RollbackException.class);

        assertThatThrownBy(sent::join).cause().isInstanceOf(TransactionRolledBackException.class);
        assertThat(stored()).isEmpty();
    }

    @Test
    void a_task_may_be_sent_at_the_end_of_the_transaction() throws Exception {
        TRANSACTIONS.begin();
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        REGISTRY.registerInterposedSynchronization(before(() -> sent.add(send("before"))));
        send("a");
        TRANSACTIONS.commit();
        sent.get(0).join();

        assertThat(stored()).containsExactly("a", "before");
    }

    @Test
    void a_suspended_transaction_has_its_own_tasks() throws Exception {
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> outer = send("outer");
        jakarta.transaction.Transaction suspended = TRANSACTIONS.suspend();
        TRANSACTIONS.begin();
        CompletableFuture<TaskInfo> inner = send("inner");
        TRANSACTIONS.commit();
        inner.join();
        TRANSACTIONS.resume(suspended);
        TRANSACTIONS.rollback();

        assertThatThrownBy(outer::join).cause().isInstanceOf(TransactionRolledBackException.class);
        assertThat(stored()).containsExactly("inner");
    }

    @Test
    void the_stage_has_the_failure_if_redis_cannot_be_reached_after_the_commit() throws Exception {
        try (Broker nowhere = RedisBroker.connect(RedisConfig.of("redis://localhost:1"))) {
            AfterCommitClient lost = new AfterCommitClient(DefaultAsynqClient.of(nowhere),
                    new CurrentTransaction(() -> REGISTRY));
            TRANSACTIONS.begin();
            CompletableFuture<TaskInfo> sent = lost.enqueueAsync(task("a")).toCompletableFuture();
            TRANSACTIONS.commit();

            assertThatThrownBy(sent::join).cause().isInstanceOf(EnqueueException.class)
                    .isNotInstanceOf(TransactionRolledBackException.class);
            lost.close();
        }
    }

    private static Synchronization before(Runnable work) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {
                // nothing to do
            }
        };
    }
}
