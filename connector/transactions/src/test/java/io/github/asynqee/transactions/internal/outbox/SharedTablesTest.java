package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two applications with different Redis servers and one database. */
abstract class SharedTablesTest extends RelayedOutbox {

    private final AtomicLong nanos = new AtomicLong();
    private EmbeddedRedis otherRedis;
    private RedisBroker otherBroker;

    SharedTablesTest(TestDatabase.Kind kind) {
        super(kind);
    }

    @BeforeEach
    void connectOther() {
        otherRedis = EmbeddedRedis.start();
        otherBroker = RedisBroker.connect(RedisConfig.of(otherRedis.url()));
    }

    @AfterEach
    void closeOther() {
        otherBroker.close();
        otherRedis.close();
    }

    private OutboxOwner owner(RedisBroker of, String host) {
        return new OutboxOwner("outbox.datasource=test", table, of.outboxes(), new Transactions(USER, 0), () -> host,
                nanos::get);
    }

    private static boolean isOwn(OutboxOwner owner) {
        try {
            return owner.isOwn();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void an_application_with_another_redis_is_refused_while_the_first_one_is_at_work() throws Exception {
        OutboxOwner first = owner(broker, "shop-1");
        OutboxOwner colleague = owner(broker, "a-host-whose-name-is-longer-than-a-mark-may-be");
        OutboxOwner second = owner(otherBroker, "mails-1");
        assertThat(first.isOwn()).isTrue();
        assertThat(second.isOwn()).isFalse();
        assertThat(second.problem()).isNull();

        for (int i = 0; i < 100; i++) {
            pass(OutboxOwner.INTERVAL);
            assertThat(first.isOwn()).isTrue();
            assertThat(colleague.isOwn()).isTrue();
            assertThat(second.isOwn()).isFalse();
        }

        assertThat(second.problem()).startsWith("outbox.datasource=test: its tables belong to an application with "
                + "another Redis, last seen on host a-host").contains("outbox.table=");
        assertThat(first.problem()).isNull();
    }

    @Test
    void an_application_that_is_restarted_keeps_its_tables_and_one_that_is_gone_loses_them() throws Exception {
        OutboxOwner first = owner(broker, "shop-1");
        OutboxOwner second = owner(otherBroker, "mails-1");
        for (int i = 0; i < 2; i++) {
            pass(OutboxOwner.INTERVAL);
            assertThat(first.isOwn()).isTrue();
            assertThat(second.isOwn()).isFalse();
        }
        first.release();
        for (int i = 0; i < 3; i++) {
            assertThat(second.isOwn()).isFalse();
            pass(OutboxOwner.PATIENCE);
        }
        assertThat(owner(broker, "shop-1").isOwn()).isTrue();
        assertThat(second.isOwn()).isFalse();
        assertThat(second.problem()).isNotNull();

        pass(OutboxOwner.LONG_PATIENCE);

        assertThat(second.isOwn()).isTrue();
        assertThat(second.problem()).isNull();
        assertThat(owner(broker, "shop-1").isOwn()).isFalse();
    }

    @Test
    void an_application_whose_redis_is_away_keeps_its_tables() throws Exception {
        OutboxOwner first = owner(broker, "shop-1");
        OutboxOwner second = owner(otherBroker, "mails-1");
        assertThat(first.isOwn()).isTrue();
        redis.kill();
        try {
            for (int i = 0; i < 30; i++) {
                assertThat(second.isOwn()).isFalse();
                pass(OutboxOwner.INTERVAL);
                assertThat(first.isOwn()).isTrue();
            }
        } finally {
            redis.restart();
        }
        assertThat(second.problem()).isNotNull();
    }

    /** With durability=disk a pass over many queues takes minutes. */
    @Test
    void a_relay_that_takes_long_keeps_its_tables_and_stores_nothing_when_they_are_lost() throws Exception {
        OutboxOwner first = owner(broker, "shop-1");
        OutboxOwner second = owner(otherBroker, "mails-1");
        List<Boolean> taken = new ArrayList<>();
        OutboxRelay slow = new OutboxRelay(USER, table,
                RelayStep.commands(broker.outboxCommands(Durability.MEMORY), step -> {
                    if (step == RelayStep.AFTER_CLOSE) {
                        pass(OutboxOwner.PATIENCE.dividedBy(2));
                        taken.add(isOwn(second));
                    }
                }), new OutboxShards(broker.shards(), Map.of()), broker.clock(), first::isOwn);
        for (int i = 0; i < 20; i++) {
            send(Task.of("mail", "a").queue(queue + i));
        }

        slow.relay();

        assertThat(taken).hasSizeGreaterThan(3).containsOnly(false);
        pass(OutboxOwner.LONG_PATIENCE);
        assertThat(second.isOwn()).isTrue();
        send(task("a"));
        assertThat(slow.relay()).isFalse();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void an_empty_redis_replaces_that_of_the_tables() throws Exception {
        OutboxOwner killed = owner(broker, "shop-1");
        assertThat(killed.isOwn()).isTrue();
        OutboxOwner next = owner(otherBroker, "shop-1");
        assertThat(next.isOwn()).isFalse();
        pass(OutboxOwner.PATIENCE);
        assertThat(next.isOwn()).isTrue();

        next.release();

        assertThat(owner(broker, "shop-1").isOwn()).isTrue();
    }

    @Test
    void a_redis_that_has_lost_its_data_is_the_same_one_for_its_applications() throws Exception {
        OutboxOwner first = owner(broker, "shop-1");
        assertThat(first.isOwn()).isTrue();
        redis.kill();
        redis.restart();
        await().ignoreExceptionsInstanceOf(BrokerException.class).until(() -> broker.outboxes().outboxes().isEmpty());
        OutboxOwner next = owner(broker, "shop-2");
        assertThat(next.isOwn()).isFalse();
        pass(OutboxOwner.INTERVAL);

        assertThat(first.isOwn()).isTrue();
        assertThat(next.isOwn()).isTrue();
        assertThat(next.problem()).isNull();
    }

    @Test
    void what_others_have_stored_as_the_identity_holds_no_rows_back() throws Exception {
        assertThatThrownBy(() -> otherBroker.outboxes().identity("x".repeat(100))).isInstanceOf(BrokerException.class)
                .hasMessageContaining("asynq:{outboxes}:redis");

        assertThat(owner(otherBroker, "mails-1").isOwn()).isTrue();
    }

    @Test
    void a_mark_without_a_host_is_one_of_another_application() throws Exception {
        assertThat(owner(broker, "shop-1").isOwn()).isTrue();
        run("UPDATE asynq_outbox_bucket SET holder = NULL WHERE bucket = -3");
        OutboxOwner second = owner(otherBroker, "mails-1");

        assertThat(second.isOwn()).isFalse();
        pass(OutboxOwner.PATIENCE);
        assertThat(second.isOwn()).isTrue();
    }

    @Test
    void tables_without_a_place_for_a_redis_are_anyones() throws Exception {
        run("DELETE FROM asynq_outbox_bucket WHERE bucket = -3");
        try {
            assertThat(owner(broker, "shop-1").isOwn()).isTrue();
            assertThat(owner(otherBroker, "mails-1").isOwn()).isTrue();
        } finally {
            run("INSERT INTO asynq_outbox_bucket (bucket) VALUES (-3)");
        }
    }

    @Test
    void rows_of_another_redis_are_left_alone_and_nothing_is_sent_beside_it() throws Exception {
        Outbox first = outbox("asynq_outbox", broker);
        first.runOnce();
        Outbox second = outbox("asynq_outbox", otherBroker);
        send(task("a"));
        second.runOnce();
        assertThat(rows()).isEqualTo(1);
        run("UPDATE asynq_outbox_bucket SET holder = '00000000 shop-1.....................', outbox_name = '"
                + UUID.randomUUID() + "' WHERE bucket = -3");

        second.runOnce();

        assertThat(rows()).isEqualTo(1);
        assertThat(second.report().problem()).contains("last seen on host shop-1. ");
        assertThatThrownBy(() -> client(second).enqueue(task("b"))).isInstanceOf(EnqueueException.class)
                .hasMessageContaining("was not enqueued: mp.messaging.connector.asynq.outbox.datasource=test: its "
                        + "tables belong to an application with another Redis");
        relayAll();
        assertThat(handled()).containsExactly("a");
    }

    @Test
    void applications_with_tables_of_their_own_do_not_see_each_other() throws Exception {
        Outbox second = outbox("mails_outbox", otherBroker);
        second.runOnce();
        client(second).enqueue(task("b"));
        send(task("a"));

        relayAll();

        assertThat(handled()).containsExactly("a");
        assertThat(rows()).isZero();
        assertThat(read("SELECT COUNT(*) FROM mails_outbox")).isEqualTo("1");
        assertThat(second.report().name()).isEqualTo("test mails_outbox");
        second.runOnce();
        assertThat(read("SELECT COUNT(*) FROM mails_outbox")).isEqualTo("0");
        assertThat(otherBroker.workerCommands().dequeue(queue, 10).leases()).hasSize(1);
        assertThat(handled()).isEmpty();
    }
}
