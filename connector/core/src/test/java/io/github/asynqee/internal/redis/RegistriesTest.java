package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Level;
import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;

class RegistriesTest extends BrokerTest {

    private static final Duration LIFE = Duration.ofSeconds(10);

    private static ServerInfo server(String id) {
        return new ServerInfo("host", 7, id, 10, Map.of("default", 1), false, "active", T0, 1);
    }

    private static WorkerInfo worker(String serverId, String taskId) {
        return new WorkerInfo("host", 7, serverId, taskId, Tasks.TYPE, new byte[]{ 1 }, "default", T0, T0);
    }

    private static SchedulerEntry entry(String id) {
        return new SchedulerEntry(id, "@every 30s", Tasks.TYPE, new byte[0], List.of("MaxRetry(3)"), T0, null);
    }

    @Test
    void running_servers_and_their_tasks_are_listed() {
        broker.servers().write(server("a"), List.of(worker("a", "t1"), worker("a", "t2")), LIFE);
        broker.servers().write(server("b"), List.of(), LIFE);

        assertThat(broker.servers().servers()).extracting(ServerInfo::serverId).containsExactlyInAnyOrder("a", "b");
        assertThat(broker.servers().workers()).extracting(WorkerInfo::taskId).containsExactlyInAnyOrder("t1", "t2");
    }

    @Test
    void a_server_that_has_become_idle_has_no_tasks_left() {
        broker.servers().write(server("a"), List.of(worker("a", "t1"), worker("a", "t2")), LIFE);
        broker.servers().write(server("a"), List.of(worker("a", "t2")), LIFE);
        assertThat(broker.servers().workers()).extracting(WorkerInfo::taskId).containsExactly("t2");

        broker.servers().write(server("a"), List.of(), LIFE);

        assertThat(broker.servers().workers()).isEmpty();
        assertThat(exists("asynq:workers:{host:7:a}")).isFalse();
    }

    @Test
    void a_server_that_is_silent_is_not_listed_and_listing_changes_nothing() {
        broker.servers().write(server("a"), List.of(worker("a", "t1")), LIFE);
        broker.schedulers().write("s", List.of(entry("e")), LIFE);
        clock.advance(LIFE);
        assertThat(broker.servers().servers()).hasSize(1);
        KeySpace before = dump();
        clock.advance(Duration.ofSeconds(1));

        assertThat(broker.servers().servers()).isEmpty();
        assertThat(broker.servers().workers()).isEmpty();
        assertThat(broker.schedulers().entries()).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void whoever_announces_itself_forgets_the_silent() {
        broker.servers().write(server("dead"), List.of(), LIFE);
        broker.schedulers().write("dead", List.of(entry("e")), LIFE);
        clock.advance(LIFE.plusSeconds(1));

        broker.servers().write(server("alive"), List.of(), LIFE);
        broker.schedulers().write("alive", List.of(), LIFE);

        assertThat(zset("asynq:servers")).containsExactly("asynq:servers:{host:7:alive}");
        assertThat(zset("asynq:workers")).containsExactly("asynq:workers:{host:7:alive}");
        assertThat(zset("asynq:schedulers")).containsExactly("asynq:schedulers:{alive}");
    }

    @Test
    void what_cannot_be_decoded_is_left_out() {
        broker.servers().write(server("a"), List.of(worker("a", "t1")), LIFE);
        broker.schedulers().write("s", List.of(entry("e")), LIFE);
        byte[] garbage = { (byte) 0xff };
        redis.at("asynq:servers:{host:7:a}").set("asynq:servers:{host:7:a}".getBytes(), garbage);
        redis.at("asynq:workers:{host:7:a}").hset("asynq:workers:{host:7:a}".getBytes(), "t2".getBytes(), garbage);
        redis.at("asynq:schedulers:{s}").rpush("asynq:schedulers:{s}".getBytes(), garbage);
        redis.at("asynq:servers").zadd("asynq:servers", 3e9, "asynq:servers:{host:7:gone}");

        assertThat(broker.servers().servers()).isEmpty();
        assertThat(broker.servers().workers()).extracting(WorkerInfo::taskId).containsExactly("t1");
        assertThat(broker.schedulers().entries()).extracting(SchedulerEntry::id).containsExactly("e");
    }

    /** The console and the worker read the registries every few seconds. */
    @Test
    void what_cannot_be_decoded_is_logged_once_not_at_each_reading() {
        redis.at("asynq:servers").zadd("asynq:servers", 3e9, "asynq:servers:{host:7:list}");
        redis.at("asynq:servers:{host:7:list}").lpush("asynq:servers:{host:7:list}", "x");
        try (RecordedLog log = RecordedLog.ofAll()) {
            for (int i = 0; i < 5; i++) {
                broker.servers().servers();
            }
            assertThat(log.lines(Level.WARNING)).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_server_that_says_goodbye_is_gone() {
        broker.servers().write(server("a"), List.of(worker("a", "t1")), LIFE);

        broker.servers().clear(server("a"));

        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void entries_of_all_schedulers_are_listed_and_replaced() {
        broker.schedulers().write("s1", List.of(entry("a"), entry("b")), LIFE);
        broker.schedulers().write("s2", List.of(entry("c")), LIFE);
        broker.schedulers().write("s1", List.of(entry("d")), LIFE);

        assertThat(broker.schedulers().entries()).extracting(SchedulerEntry::id).containsExactlyInAnyOrder("c", "d");

        broker.schedulers().clear("s1");
        broker.schedulers().write("s2", List.of(), LIFE);
        assertThat(broker.schedulers().entries()).isEmpty();
        assertThat(dump().keys()).containsExactly("asynq:schedulers");
    }

    private static OutboxState outbox(String application, Instant oldest) {
        return new OutboxState("host", 7, application, "jdbc/shop", 3, oldest, 2, "x\0\n\t\u00e9".repeat(1_000), "");
    }

    @Test
    void outboxes_are_listed_and_replaced_while_they_are_reported() {
        broker.outboxes().write(outbox("shop", null), LIFE);
        broker.outboxes().write(outbox("shop", T0.truncatedTo(ChronoUnit.MILLIS)), LIFE);
        broker.outboxes().write(outbox("mails", null), LIFE);
        redis.at("asynq:{outboxes}").zadd("asynq:{outboxes}", 3e9, "asynq:{outboxes}:gone");
        redis.at("asynq:{outboxes}").zadd("asynq:{outboxes}", 3e9, "asynq:{outboxes}:odd");
        redis.at("asynq:{outboxes}").set("asynq:{outboxes}:odd", "nonsense");

        assertThat(broker.outboxes().outboxes())
                .extracting(OutboxState::application, OutboxState::oldest, OutboxState::setAside, OutboxState::problem)
                .containsExactlyInAnyOrder(tuple("shop", T0.truncatedTo(ChronoUnit.MILLIS), 2L, ""),
                        tuple("mails", null, 2L, ""));
        assertThat(broker.outboxes().outboxes()).allSatisfy(
                state -> assertThat(state.error()).startsWith("x\n\t\u00e9x").hasSize(500));

        broker.outboxes().clear(outbox("mails", null));
        assertThat(broker.outboxes().outboxes()).extracting(OutboxState::application).containsExactly("shop");
        clock.advance(LIFE.plusSeconds(1));
        assertThat(broker.outboxes().outboxes()).isEmpty();
    }

    @Test
    void the_first_identity_of_redis_is_kept() {
        String first = UUID.randomUUID().toString();
        String second = UUID.randomUUID().toString();
        assertThat(broker.outboxes().identity(first)).isEqualTo(first);
        assertThat(broker.outboxes().identity(second)).isEqualTo(first);

        redis.at("asynq:{outboxes}:redis").del("asynq:{outboxes}:redis");

        assertThat(broker.outboxes().identity(second)).isEqualTo(second);
    }

    @Test
    void a_history_keeps_the_newest_thousand_events() {
        for (int i = 0; i < 1_005; i++) {
            broker.schedulers().record("e", event(i));
        }

        List<String> newest = IntStream.range(0, 1_000).mapToObj(i -> "t" + (1_004 - i)).toList();
        assertThat(broker.schedulers().history("e", 1, 2_000)).extracting(SchedulerEnqueueEvent::taskId)
                .isEqualTo(newest);
        assertThat(broker.schedulers().history("e", 3, 10)).extracting(SchedulerEnqueueEvent::taskId)
                .isEqualTo(newest.subList(20, 30));
        assertThat(broker.schedulers().history("e", 101, 10)).isEmpty();
        assertThat(redis.at("asynq:scheduler_history:e").ttl("asynq:scheduler_history:e")).isBetween(7_775_990L,
                7_776_000L);
    }

    @Test
    void a_history_starts_at_page_one() {
        assertThatThrownBy(() -> broker.schedulers().history("e", 0, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> broker.schedulers().history("e", 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static SchedulerEnqueueEvent event(int number) {
        return new SchedulerEnqueueEvent("t" + number, Instant.ofEpochSecond(T0.getEpochSecond() + number, number));
    }

    @Test
    void a_server_that_finds_its_data_lost_says_so_and_makes_queues_known_again_at_their_next_task() {
        assertThat(broker.servers().write(server("a"), List.of(), LIFE)).isFalse();
        store(Tasks.pending("default", "t1"), Tasks.pending("low", "t1"));
        assertThat(broker.servers().write(server("a"), List.of(), LIFE)).isFalse();
        redis.clear();
        store(Tasks.pending("default", "t2"));
        assertThat(exists("asynq:queues")).isFalse();

        assertThat(broker.servers().write(server("a"), List.of(), LIFE)).isTrue();
        broker.servers().registerAgain(List.of("consumed"));
        assertThat(redis.at("asynq:queues").smembers("asynq:queues")).containsExactly("consumed");

        store(Tasks.pending("default", "t3"), Tasks.pending("low", "t3"));
        assertThat(redis.at("asynq:queues").smembers("asynq:queues")).containsExactlyInAnyOrder("default", "low",
                "consumed");
    }
}
