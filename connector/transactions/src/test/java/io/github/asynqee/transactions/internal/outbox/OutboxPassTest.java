package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passes of a relay that unreachable queues delay, or the end of the application. */
class OutboxPassTest {

    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();
    private static final String THERE = "there";

    private final Set<String> away = new HashSet<>();
    private Runnable unanswered = () -> {};
    private Runnable beforeOpen = () -> {};
    private Consumer<String> storing = queue -> {};
    private TestDatabase database;
    private EnlistingDataSource dataSource;
    private EmbeddedRedis redis;
    private RedisBroker broker;
    private OutboxClient client;
    private OutboxRelay relay;

    @BeforeEach
    void start() throws Exception {
        database = TestDatabase.start(TestDatabase.Kind.H2);
        dataSource = new EnlistingDataSource(database.dataSource(),
                com.arjuna.ats.jta.TransactionManager.transactionManager(), REGISTRY);
        redis = EmbeddedRedis.start();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        Outbox outbox = new Outbox(
                new OutboxTarget(new OutboxConfig("test", "asynq_outbox", true), broker, Durability.MEMORY,
                        Map.of(), work -> new Thread()),
                () -> dataSource, USER);
        outbox.runOnce();
        client = new OutboxClient(DefaultAsynqClient.of(broker), new CurrentTransaction(() -> REGISTRY), outbox,
                Durability.MEMORY);
        relay = relay(broker.clock());
    }

    private OutboxRelay relay(Clock clock) {
        return new OutboxRelay(USER, new OutboxTable(() -> dataSource, "asynq_outbox", Clock.systemUTC()),
                answering(broker.outboxCommands(Durability.MEMORY)), new OutboxShards(broker.shards(), Map.of()),
                clock, () -> true);
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
        redis.close();
        database.close();
    }

    /** Wraps the commands so that unreachable queues do not answer. */
    private OutboxCommands answering(OutboxCommands real) {
        return new OutboxCommands() {
            @Override
            public Set<String> open(List<Opening> openings) {
                beforeOpen.run();
                String queue = openings.get(0).queue();
                if (away.contains(queue)) {
                    unanswered.run();
                    throw new BrokerUnavailableException(queue + " does not answer", null);
                }
                return real.open(openings);
            }

            @Override
            public Optional<List<StoreResult>> store(Opening opening, List<Row> rows) {
                storing.accept(opening.queue());
                return real.store(opening, rows);
            }

            @Override
            public void close(Opening opening) {
                real.close(opening);
            }
        };
    }

    /** With a key that puts the rows of all queues into one bucket. */
    private static String key(String queue) {
        return IntStream.range(0, 10_000).mapToObj(i -> "k" + i + UUID.randomUUID())
                .filter(it -> Math.floorMod((queue + "\n" + it).hashCode(), OutboxTable.BUCKETS) == 3)
                .findFirst().orElseThrow();
    }

    private void send(String queue) {
        client.enqueue(Task.of("mail", "a").queue(queue).key(key(queue)));
    }

    private List<String> sendToQueuesThatAreAway(int count) {
        List<String> queues = IntStream.range(0, count).mapToObj(i -> "away-" + i).toList();
        away.addAll(queues);
        queues.forEach(this::send);
        return queues;
    }

    private int pending(String queue) {
        return broker.workerCommands().dequeue(queue, 100).leases().size();
    }

    private void delete(String condition) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM asynq_outbox WHERE " + condition);
        }
    }

    private int read(String number) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(number)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void relayAll() throws Exception {
        while (relay.relay()) {
            // until there are no more rows
        }
    }

    @Test
    void rows_behind_those_of_many_queues_that_do_not_answer_are_stored() throws Exception {
        List<String> queues = sendToQueuesThatAreAway(40);
        send(THERE);

        for (int pass = 0; pass < 4; pass++) {
            assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        }

        assertThat(pending(THERE)).isEqualTo(1);
        away.clear();
        relayAll();
        assertThat(queues).allMatch(queue -> pending(queue) == 1);
    }

    @Test
    void a_queue_that_does_not_answer_before_the_transaction_has_ended_holds_no_others_back() {
        sendToQueuesThatAreAway(1);
        send(THERE);
        unanswered = () -> {
            try {
                USER.rollback();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };

        assertThatThrownBy(relay::relay).isInstanceOf(Exception.class);

        assertThat(pending(THERE)).isEqualTo(1);
    }

    @Test
    void rows_that_wait_are_a_failure_also_while_their_queues_are_not_asked() throws Exception {
        sendToQueuesThatAreAway(20);
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        // the next pass tries the other queues
        delete("queue <> 'away-15'");

        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
    }

    @Test
    void queues_whose_rows_another_relay_has_stored_are_no_failure_any_more() throws Exception {
        sendToQueuesThatAreAway(20);
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        away.clear();
        delete("1 = 1");

        // the pass after this one tries the remaining queues
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        relayAll();
    }

    @Test
    void an_answer_ends_the_wait_of_all() throws Exception {
        List<String> queues = sendToQueuesThatAreAway(12);
        assertThatThrownBy(relay::relay).hasMessageContaining("does not answer");
        away.clear();

        assertThat(relay.relay()).isTrue();
        assertThat(relay.relay()).isTrue();

        assertThat(queues).allMatch(queue -> pending(queue) == 1);
    }

    /** A large row fills a batch alone. */
    @Test
    void rows_that_are_kept_hold_those_of_other_queues_not_back() throws Exception {
        client.enqueue(Task.of("mail", "x".repeat(1_100_000)).queue("large").key(key("large")));
        send(THERE);
        storing = queue -> {
            if (queue.equals("large")) {
                throw new AmbiguousResultException("no reply in time", new SocketTimeoutException());
            }
        };

        assertThatThrownBy(relay::relay).hasMessage("no reply in time");

        assertThat(pending(THERE)).isEqualTo(1);
        storing = queue -> {};
        relayAll();
        assertThat(pending("large")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({ "proto-max-bulk-len, invalid bulk length", "client-query-buffer-limit, closed the connection" })
    void a_row_that_is_larger_than_redis_takes_is_set_aside(String limit, String error) throws Exception {
        List.of("a", "x".repeat(5_000_000), "b").forEach(it -> client.enqueue(Task.of("mail", it).queue("large")));
        try (EmbeddedRedis strict = EmbeddedRedis.builder().config(limit, "1mb").start();
                RedisBroker other = RedisBroker.connect(RedisConfig.of(strict.url()))) {
            OutboxRelay strictly = new OutboxRelay(USER,
                    new OutboxTable(() -> dataSource, "asynq_outbox", Clock.systemUTC()),
                    other.outboxCommands(Durability.MEMORY), new OutboxShards(other.shards(), Map.of()), other.clock(),
                    () -> true);

            // the end of the connection may be faster than its reason
            Awaitility.await().ignoreExceptionsInstanceOf(BrokerException.class).until(() -> !strictly.relay());

            assertThat(other.workerCommands().dequeue("large", 3).leases()).hasSize(2);
        }
        assertThat(read("SELECT COUNT(*) FROM asynq_outbox WHERE bucket = -1 AND (error LIKE '%" + error
                + "%' OR error LIKE '%closed the connection%')")).isEqualTo(1);
        assertThat(read("SELECT COUNT(*) FROM asynq_outbox")).isEqualTo(1);
    }

    /** With durability=disk the answer of each takes up to a second. */
    @Test
    void queues_that_take_long_to_answer_are_stored_before_the_transaction_ends() throws Exception {
        List<String> queues = IntStream.range(0, 20).mapToObj(i -> "slow-" + i).toList();
        queues.forEach(this::send);
        ManualClock clock = ManualClock.startingAt(broker.clock().instant());
        relay = relay(clock);
        beforeOpen = () -> clock.advance(Duration.ofSeconds(5));
        storing = queue -> clock.advance(Duration.ofSeconds(12));
        Instant begin = clock.instant();

        assertThat(relay.relay()).isTrue();

        assertThat(Duration.between(begin, clock.instant())).isLessThan(Duration.ofSeconds(60));
        assertThat(queues.stream().mapToInt(this::pending).sum()).isEqualTo(2);
        relayAll();
        assertThat(queues.stream().mapToInt(this::pending).sum()).isEqualTo(18);
        assertThat(read("SELECT COUNT(*) FROM asynq_outbox")).isZero();
    }

    /** A server that ends an application waits for the relay. */
    @Test
    void a_relay_that_is_stopped_ends_with_the_rows_that_it_is_storing() throws Exception {
        List<String> queues = IntStream.range(0, 20).mapToObj(i -> "there-" + i).toList();
        queues.forEach(queue -> client.enqueue(Task.of("mail", "a").queue(queue)));
        beforeOpen = relay::stop;

        relay.relay();

        int stored = queues.stream().mapToInt(this::pending).sum();
        assertThat(stored).isBetween(1, 19);
        assertThat(read("SELECT COUNT(*) FROM asynq_outbox")).isEqualTo(20 - stored);
    }
}
