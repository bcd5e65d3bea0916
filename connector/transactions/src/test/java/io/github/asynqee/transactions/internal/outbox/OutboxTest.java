package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import jakarta.transaction.Status;

import com.arjuna.ats.internal.jta.transaction.arjunacore.BaseTransaction;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.transactions.database.BrokenTransaction;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.commit.AfterCommitClient;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Protocol.Command;

/** Tasks sent to an outbox reach Redis exactly once and in order. Runs for each database. */
@Tag("thorough")
abstract class OutboxTest extends RelayedOutbox {

    OutboxTest(TestDatabase.Kind kind) {
        super(kind);
    }

    @Test
    void a_task_is_a_row_until_it_is_stored() throws Exception {
        USER.begin();
        var sent = client.enqueueAsync(task("a")).toCompletableFuture();
        assertThat(sent).isNotDone();
        USER.commit();
        assertThat(sent.join().queue()).isEqualTo(queue);
        assertThat(rows()).isEqualTo(1);
        assertThat(handled()).isEmpty();

        relayAll();

        assertThat(handled()).containsExactly("a");
        assertThat(rows()).isZero();
    }

    @Test
    void a_rollback_leaves_nothing() throws Exception {
        int times = Boolean.getBoolean(THOROUGH) ? 2_000 : 200;
        for (int i = 0; i < times; i++) {
            USER.begin();
            var sent = client.enqueueAsync(task("a")).toCompletableFuture();
            USER.rollback();
            assertThat(sent).isCompletedExceptionally();
        }
        relayAll();

        assertThat(rows()).isZero();
        assertThat(handled()).isEmpty();
    }

    /** The producer's stage and the relay agree with the database for every outcome of the transaction. */
    @ParameterizedTest
    @EnumSource
    void a_task_is_reported_as_sent_exactly_if_its_row_is_there(BrokenTransaction how) throws Exception {
        assumeTrue(how.isPossible(kind));
        how.prepare(dataSource, kind);
        USER.setTransactionTimeout(how.seconds());
        USER.begin();
        USER.setTransactionTimeout(0);
        var sent = client.enqueueAsync(task("a")).toCompletableFuture();
        boolean committed = true;
        try {
            how.act(dataSource, USER, database);
            USER.commit();
        } catch (Exception e) {
            committed = false;
            if (USER.getStatus() != Status.STATUS_NO_TRANSACTION) {
                USER.rollback();
            }
        }

        assertThat(rows()).isEqualTo(how.keepsEffect(kind) ? 1 : 0);
        assertThat(committed).isEqualTo(how.isAtCommit() ? how.commitReturns(kind) : how.keepsEffect(kind));
        assertThat(sent).isDone();
        assertThat(sent.isCompletedExceptionally()).isNotEqualTo(how.isAtCommit() || how.keepsEffect(kind));
    }

    /**
     * A client that stores after the commit cannot check the database, so it trusts the outcome reported by the server.
     */
    @ParameterizedTest
    @EnumSource
    void a_task_is_stored_after_the_commit_that_the_server_reports(BrokenTransaction how) throws Exception {
        assumeTrue(how.isPossible(kind));
        how.prepare(dataSource, kind);
        AfterCommitClient after = new AfterCommitClient(DefaultAsynqClient.of(broker),
                new CurrentTransaction(() -> REGISTRY));
        USER.setTransactionTimeout(how.seconds());
        USER.begin();
        USER.setTransactionTimeout(0);
        run("INSERT INTO effects_of_sender (id) VALUES (1)");
        var sent = after.enqueueAsync(task("a")).toCompletableFuture();
        try {
            how.act(dataSource, USER, database);
            USER.commit();
        } catch (Exception e) {
            if (USER.getStatus() != Status.STATUS_NO_TRANSACTION) {
                USER.rollback();
            }
        }

        assertThat(sent.handle((info, error) -> error == null).get(20, TimeUnit.SECONDS))
                .isEqualTo(how.isReported(kind));
        assertThat(handled()).hasSize(how.isReported(kind) ? 1 : 0);
        assertThat(read("SELECT COUNT(*) FROM effects_of_sender")).isEqualTo(how.keepsEffect(kind) ? "1" : "0");
        after.close();
    }

    @Test
    void without_a_transaction_the_row_is_committed_at_once() throws Exception {
        assertThat(client.enqueueAsync(task("a")).toCompletableFuture()).isCompleted();
        client.enqueue(task("b"));
        assertThat(client.enqueueAll(List.of(task("c"), task("d")))).allMatch(result -> result.error() == null);

        relayAll();

        assertThat(handled()).containsExactly("a", "b", "c", "d");
    }

    /** The producer gets the outcome of a row written in a separate transaction. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TIME_LIMIT")
    void without_a_transaction_the_sender_learns_whether_the_row_is_there(BrokenTransaction how) throws Exception {
        assumeTrue(how.isPossible(kind));
        how.prepare(dataSource, kind);
        AtomicBoolean breaks = new AtomicBoolean();
        Outbox breaking = outbox("asynq_outbox", broker, RelayStep.transaction(USER, step -> {
            if (step == RelayStep.BEFORE_COMMIT && breaks.getAndSet(false)) {
                try {
                    how.act(dataSource, USER, database);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }));
        breaking.runOnce();
        breaks.set(true);

        Throwable failure = catchThrowable(() -> client(breaking).enqueue(task("a")));

        boolean there = rows() == 1;
        assertThat(there).isEqualTo(how.keepsEffect(kind));
        if (there) {
            assertThat(failure == null || failure instanceof EnqueueAmbiguousException).as("%s", failure).isTrue();
        } else {
            assertThat(failure).isInstanceOf(EnqueueException.class);
        }
    }

    @Test
    void a_row_that_is_relayed_at_once_is_written() throws Exception {
        Outbox quick = outbox("asynq_outbox", broker, RelayStep.transaction(USER, step -> {
            if (step == RelayStep.AFTER_COMMIT) {
                try {
                    relayAll();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }));
        quick.runOnce();

        client(quick).enqueue(task("a"));

        assertThat(rows()).isZero();
        assertThat(handled()).containsExactly("a");
    }

    @Test
    void the_time_limit_that_its_caller_has_set_is_left_alone() throws Exception {
        USER.setTransactionTimeout(1234);
        try {
            client.enqueue(task("a"));

            assertThat(((BaseTransaction) USER).getTimeout()).isEqualTo(1234);
        } finally {
            USER.setTransactionTimeout(0);
        }
        relayAll();
        assertThat(handled()).containsExactly("a");
    }

    @Test
    void a_task_that_is_sent_while_its_transaction_ends_gets_its_outcome() throws Exception {
        TaskInfo sent = client.enqueue(task("a"));
        OutboxCommit commit = new OutboxCommit(outbox);
        commit.afterCompletion(Status.STATUS_ROLLEDBACK);

        assertThat(commit.add(sent, 1).toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void the_order_of_a_key_is_kept_by_many_relays_at_once() throws Exception {
        int keys = 5;
        for (int i = 0; i < 300; i++) {
            send(task(String.valueOf(i)).key("key" + i % keys));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Void>> all = IntStream.range(0, 4).mapToObj(i -> threads.<Void>submit(() -> {
                while (rows() > 0) {
                    relay(Map.of()).relay();
                }
                return null;
            })).toList();
            for (Future<Void> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdown();
        }

        List<String> payloads = handled();
        assertThat(payloads).hasSize(300);
        for (int key = 0; key < keys; key++) {
            int wanted = key;
            assertThat(payloads.stream().map(Integer::valueOf).filter(i -> i % keys == wanted).toList()).isSorted();
        }
    }

    @Test
    void redis_may_be_away() throws Exception {
        int count = Boolean.getBoolean(THOROUGH) ? 20_000 : 1_000;
        redis.kill();
        try {
            for (int i = 0; i < count; i += 10) {
                int first = i;
                send(IntStream.range(0, 10).mapToObj(j -> task(String.valueOf(first + j))).toArray(Task<?>[]::new));
            }
            assertThatThrownBy(relay::relay).isInstanceOf(BrokerException.class);
            assertThat(rows()).isEqualTo(count);
        } finally {
            redis.restart();
        }
        long begin = System.nanoTime();

        relayAll();

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
        assertThat(handled()).isEqualTo(numbers(count));
        assertThat(rows()).isZero();
    }

    static List<RelayStep> some_steps() {
        return Sample.of("relay", List.of(RelayStep.values()), 2);
    }

    @ParameterizedTest
    @MethodSource("some_steps")
    void a_task_whose_relay_is_killed_is_stored_once_even_if_it_has_run_meanwhile(RelayStep step) throws Exception {
        assumeTrue(database.url() != null, "the database is in the memory of the process that is killed");
        send(task("a"), task("b"));
        DyingRelay.run(database, redis.url(), step);
        List<String> all = new ArrayList<>(handled());
        assertThat(all).hasSize(step.ordinal() < RelayStep.AFTER_STORE.ordinal() ? 0 : 2);

        relayAll();

        all.addAll(handled());
        assertThat(all).containsExactly("a", "b");
        assertThat(rows()).isZero();
    }

    /** A bucket has no name yet when its first rows are relayed. */
    @Test
    void the_first_rows_of_a_bucket_are_stored_once_even_if_their_relay_fails() throws Exception {
        run("UPDATE asynq_outbox_bucket SET outbox_name = NULL");
        send(task("a"), task("b"));
        List<String> handled = new ArrayList<>();

        assertThatThrownBy(() -> relay(step -> {
            if (step == RelayStep.AFTER_STORE) {
                handled.addAll(handled());
                throw new IllegalStateException("the connection to the database broke");
            }
        }).relay()).hasMessage("the connection to the database broke");
        relayAll();

        handled.addAll(handled());
        assertThat(handled).containsExactly("a", "b");
        assertThat(rows()).isZero();
    }

    /**
     * The transaction ends, another relay does the work of this one, and the tasks run, while this one hangs at a step.
     */
    private Consumer<RelayStep> hangAt(RelayStep step, List<String> handled) {
        AtomicBoolean hung = new AtomicBoolean();
        return here -> {
            if (here == step && hung.compareAndSet(false, true)) {
                try {
                    USER.rollback();
                    relayAll();
                    handled.addAll(handled());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @ParameterizedTest
    @EnumSource(names = { "BEFORE_OPEN", "BEFORE_STORE", "AFTER_STORE" })
    void a_relay_that_hangs_longer_than_its_lock_stores_nothing_twice(RelayStep step) throws Exception {
        send(task("a"), task("b"));
        List<String> handled = new ArrayList<>();

        assertThatThrownBy(() -> relay(hangAt(step, handled)).relay()).isInstanceOf(Exception.class);
        relayAll();

        handled.addAll(handled());
        assertThat(handled).containsExactly("a", "b");
        assertThat(rows()).isZero();
    }

    /** The tasks run before the next relay finds the rows again. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TIME_LIMIT")
    void a_relay_that_cannot_commit_stores_nothing_twice(BrokenTransaction how) throws Exception {
        assumeTrue(how.isPossible(kind));
        how.prepare(dataSource, kind);
        send(task("a"), task("b"));
        AtomicBoolean broken = new AtomicBoolean();
        OutboxRelay breaking = relay(step -> {
            if (step == RelayStep.AFTER_STORE && broken.compareAndSet(false, true)) {
                try {
                    how.act(dataSource, USER, database);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        Throwable failure = catchThrowable(breaking::relay);
        List<String> handled = new ArrayList<>(handled());

        relayAll();

        handled.addAll(handled());
        assertThat(handled).as("failure of the relay: %s", failure).containsExactly("a", "b");
        assertThat(rows()).isZero();
    }

    @Test
    void a_redis_that_loses_its_data_meanwhile_gets_the_rows() throws Exception {
        send(task("a"));
        AtomicBoolean lost = new AtomicBoolean();

        assertThatThrownBy(() -> relay(step -> {
            if (step == RelayStep.BEFORE_STORE && lost.compareAndSet(false, true)) {
                redis.kill();
                redis.restart();
            }
        }).relay()).isInstanceOf(BrokerException.class);
        relayAll();

        assertThat(handled()).containsExactly("a");
    }

    @Test
    void an_invalid_row_is_set_aside_and_the_others_are_stored() throws Exception {
        send(task("a"), task("b"), task("c"));
        String second = read("SELECT MIN(seq) + 1 FROM asynq_outbox");
        run("UPDATE asynq_outbox SET message = " + (kind == TestDatabase.Kind.POSTGRESQL ? "'\\x00ff'" : "x'00ff'")
                + " WHERE seq = " + second);

        relayAll();

        assertThat(handled()).containsExactly("a", "c");
        assertThat(read("SELECT error FROM asynq_outbox WHERE bucket = -1")).contains("not a task message");
        assertThat(table.backlog()).satisfies(backlog -> {
            assertThat(backlog.rows()).isZero();
            assertThat(backlog.setAside()).isEqualTo(1);
            assertThat(backlog.error()).contains("not a task message");
        });
    }

    @Test
    void its_state_is_published_until_it_stops() throws Exception {
        send(task("a"), task("b"));
        run("UPDATE asynq_outbox SET bucket = -1, error = 'damaged' WHERE seq = "
                + read("SELECT MIN(seq) FROM asynq_outbox"));
        Outbox published = outbox("asynq_outbox", broker);
        published.publishAs("shop");

        published.runOnce();

        assertThat(broker.outboxes().outboxes()).singleElement().satisfies(state -> {
            assertThat(state.application()).isEqualTo("shop");
            assertThat(state.dataSource()).isEqualTo("test");
            assertThat(state.rows()).isEqualTo(1);
            assertThat(state.oldest()).isNotNull();
            assertThat(state.setAside()).isEqualTo(1);
            assertThat(state.error()).isEqualTo("damaged");
            assertThat(state.problem()).isEmpty();
        });
        published.end();
        assertThat(broker.outboxes().outboxes()).isEmpty();
    }

    @Test
    void an_outbox_whose_database_is_away_publishes_why() {
        Outbox published = new Outbox(
                new OutboxTarget(new OutboxConfig("test", "asynq_outbox", true), broker, Durability.MEMORY,
                        Map.of(), work -> new Thread()),
                () -> {
                    throw new IllegalStateException("no such DataSource");
                }, USER);
        published.publishAs("shop");

        published.runOnce();

        assertThat(broker.outboxes().outboxes()).singleElement()
                .satisfies(state -> assertThat(state.problem()).contains("no such DataSource"));
        published.end();
    }

    @Test
    void a_row_that_redis_refuses_is_set_aside_and_can_be_stored_later() throws Exception {
        broker.executor().send(RedisCommand.command(Command.SET).key("asynq:{" + queue + "}:g:g").arg("no group"));
        send(task("a"), task("b").group("g"), task("c"));

        relayAll();

        assertThat(handled()).containsExactly("a", "c");
        assertThat(read("SELECT error FROM asynq_outbox WHERE bucket = -1")).contains("WRONGTYPE");
        broker.executor().send(RedisCommand.command(Command.DEL).key("asynq:{" + queue + "}:g:g"));
        run("UPDATE asynq_outbox SET bucket = 0 WHERE bucket = -1");
        relayAll();
        assertThat(rows()).isZero();
        assertThat(broker.groupCommands().list(queue)).contains("g");
    }

    @Test
    void rows_wait_for_a_right_that_the_user_of_redis_lacks() throws Exception {
        send(task("a"), task("b"), task("c"));
        acl("SETUSER", "narrow", "on", ">secret", "~*", "&*", "+@all", "-lpush");
        try (RedisBroker narrow = RedisBroker.connect(RedisConfig.of("redis://narrow:secret@127.0.0.1:"
                + redis.port()))) {
            OutboxRelay denied = new OutboxRelay(USER, table, narrow.outboxCommands(Durability.MEMORY),
                    new OutboxShards(narrow.shards(), Map.of()), narrow.clock(), () -> true);

            assertThatThrownBy(denied::relay).hasMessageContaining("Redis refused STORE_OUTBOX");
        } finally {
            acl("DELUSER", "narrow");
        }
        assertThat(table.backlog().setAside()).isZero();
        relayAll();

        assertThat(handled()).containsExactly("a", "b", "c");
    }

    private void acl(String... arguments) {
        RedisCommand command = RedisCommand.command(Command.ACL);
        List.of(arguments).forEach(command::arg);
        broker.executor().send(command);
    }

    @Test
    void no_row_is_stored_before_an_earlier_one_that_must_wait() throws Exception {
        send(task("a"), task("b"), task("c"));
        OutboxCommands real = broker.outboxCommands(Durability.MEMORY);
        OutboxCommands failing = RelayStep.storing(real, (opening, rows) -> {
            if (rows.size() > 1) {
                throw new BrokerException("one of them is refused", null);
            }
            if (new String(rows.get(0).task().message().payload(), StandardCharsets.UTF_8).equals("b")) {
                throw new BrokerUnavailableException("not now", null);
            }
            return real.store(opening, rows);
        });

        assertThatThrownBy(() -> new OutboxRelay(USER, table, failing, new OutboxShards(broker.shards(), Map.of()),
                broker.clock(), () -> true).relay()).hasMessage("not now");
        assertThat(handled()).containsExactly("a");
        relayAll();

        assertThat(handled()).containsExactly("b", "c");
    }

    @Test
    void duplicates_and_taken_ids_are_dropped() throws Exception {
        send(task("a").id("1"), task("b").id("1"), task("c").unique(Duration.ofHours(1)),
                task("c").unique(Duration.ofHours(1)), task("d"));

        relayAll();

        assertThat(handled()).containsExactly("a", "c", "d");
        assertThat(rows()).isZero();
    }

    @Test
    void a_row_of_a_queue_with_shards_is_stored_once() throws Exception {
        Map<String, Integer> shards = Map.of(queue, 4);
        for (int i = 0; i < 20; i++) {
            send(task(String.valueOf(i)).key("k" + i));
        }
        OutboxRelay first = new OutboxRelay(USER, table,
                RelayStep.commands(broker.outboxCommands(Durability.MEMORY), step -> {
                    if (step == RelayStep.AFTER_STORE) {
                        throw new AmbiguousResultException("the reply was lost", null);
                    }
                }), new OutboxShards(broker.shards(), shards), broker.clock(), () -> true);
        assertThatThrownBy(first::relay).isInstanceOf(BrokerException.class);
        List<String> all = new ArrayList<>();
        IntStream.range(0, 4).forEach(i -> all.addAll(handled(i == 0 ? queue : queue + "~" + i)));
        relay = relay(shards);

        relayAll();

        IntStream.range(0, 4).forEach(i -> all.addAll(handled(i == 0 ? queue : queue + "~" + i)));
        assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(20));
    }

    @Test
    void large_rows_are_stored_in_their_order() throws Exception {
        String large = "x".repeat(400_000);
        for (int i = 0; i < 5; i++) {
            send(task(i + large));
        }

        relayAll();

        assertThat(handled()).extracting(payload -> payload.substring(0, 1)).isEqualTo(numbers(5));
    }

    @Test
    void delays_and_groups_are_kept() throws Exception {
        send(task("a").processIn(Duration.ofHours(1)), task("b").group("g"));

        relayAll();

        assertThat(handled()).isEmpty();
        assertThat(broker.groupCommands().list(queue)).containsExactly("g");
        assertThat(rows()).isZero();
    }
}
