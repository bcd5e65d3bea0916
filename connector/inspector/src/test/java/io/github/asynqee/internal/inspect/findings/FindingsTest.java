package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import org.junit.jupiter.api.Test;

class FindingsTest extends FindingsOnRedis {

    @Test
    void nothing_is_found_where_all_is_right() {
        serve();
        client.enqueue(Task.of("email:welcome", "{}"));

        assertFound();
    }

    private void report(int pid, long rows, Instant oldest, long setAside, String problem) {
        broker.outboxes().write(new OutboxState("host", pid, "shop", "jdbc/shop", rows, oldest, setAside,
                setAside == 0 ? "" : "damaged", problem), Duration.ofDays(1));
    }

    @Test
    void an_outbox_that_is_drained_is_none() {
        report(1, 3, clock.instant().minus(Duration.ofMinutes(5)), 0, "");

        assertFound();
    }

    @Test
    void rows_of_an_outbox_that_were_set_aside() {
        report(1, 0, null, 2, "");
        report(2, 0, null, 3, "");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("outbox-set-aside");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.message()).contains("3 rows", "jdbc/shop", "application shop", "host:2")
                    .doesNotContain("damaged");
        });
    }

    @Test
    void rows_of_an_outbox_that_wait_for_long() {
        report(1, 7, clock.instant().minus(Duration.ofMinutes(12)), 0, "Redis is away");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("outbox-late");
            assertThat(finding.message()).contains("7 rows", "12 min").doesNotContain("Redis is away");
        });
        clock.advance(Duration.ofMinutes(10));
        assertThat(findings()).extracting(Finding::message).singleElement().asString().contains("22 min");
    }

    @Test
    void an_outbox_that_cannot_be_used() {
        report(1, 0, null, 0, "");
        report(2, 0, null, 0, "the tables are missing");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("outbox-problem");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.message()).contains("jdbc/shop", "application shop", "host:2")
                    .doesNotContain("the tables are missing");
        });
    }

    @Test
    void tasks_of_a_queue_without_server() {
        client.enqueue(Task.of("email:welcome", "{}").processIn(Duration.ofHours(1)));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("queue-without-server");
            assertThat(finding.queue()).isEqualTo("default");
            assertThat(finding.message()).endsWith("tasks: 1");
        });
    }

    @Test
    void unsafe_settings_of_redis() {
        jedis.configSet("maxmemory-policy", "allkeys-lru");
        jedis.configSet("appendonly", "no");

        assertFound("eviction", "no-aof");
    }

    @Test
    void a_clock_that_differs_from_that_of_redis() {
        assertThat(findings(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(4)))).extracting(Finding::code)
                .containsExactly("clock");
        assertThat(findings(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-1)))).isEmpty();
    }

    @Test
    void a_queue_that_is_paused_or_late() {
        serve();
        client.enqueue(Task.of("email:welcome", "{}"));
        clock.advance(Duration.ofMinutes(6));

        assertFound("latency");
        jedis.set(KEYS.paused(), "" + clock.instant().getEpochSecond());
        assertFound("paused");
    }

    @Test
    void active_tasks_without_lease_and_leases_that_nobody_recovers() {
        serve();
        jedis.sadd("asynq:queues", "default");
        jedis.lpush(KEYS.active(), "t1", "t2");
        jedis.zadd(KEYS.lease(), clock.instant().minus(Duration.ofMinutes(4)).getEpochSecond(), "t1");

        assertFound("expired-leases", "active-without-lease");
    }

    /** The numbers of a queue may be read long before the leases, but the reported numbers are from the same moment. */
    @Test
    void active_tasks_that_have_ended_since_the_queue_was_counted_are_not_without_lease() {
        serve();
        client.enqueueAll(List.of(Task.of("t", "{}"), Task.of("t", "{}"), Task.of("t", "{}")));
        List<Lease> leases = broker.workerCommands().dequeue("default", 3).leases();
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        List<QueueInfo> counted = List.of(inspector.queues().info("default"));
        assertThat(broker.workerCommands().write(
                leases.stream().map(lease -> new Settlement(lease, new Outcome.Archive("boom"))).toList())).hasSize(3);
        Findings findings = new Findings(broker, inspector, broker.executor(), Clock.systemUTC());

        assertThat(counted.get(0).active()).isEqualTo(3);
        assertThat(findings.ofQueues(counted)).isEmpty();

        jedis.lpush(KEYS.active(), "t1", "t2");
        assertThat(findings.ofQueues(counted)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("active-without-lease");
            assertThat(finding.message()).isEqualTo("2 active tasks have no lease: asynq never recovers them");
        });
    }

    @Test
    void a_group_that_is_never_aggregated_and_staged_sets_of_a_dead_server() {
        serve();
        client.enqueue(Task.of("note:new", "{}").group("g1"));
        jedis.zadd(KEYS.aggregationSets(), clock.instant().minus(Duration.ofMinutes(5)).getEpochSecond(), "set");

        assertFound("staged-sets");
        clock.advance(Duration.ofHours(25));
        assertFound("staged-sets", "group-stuck");
    }

    @Test
    void keys_of_limits_that_no_server_looks_at() {
        serve();
        client.enqueue(Task.of("import", "{}").processIn(Duration.ofHours(1)));
        jedis.zadd(KEYS.limitsLooks(), clock.instant().toEpochMilli(), "imports blue");

        clock.advance(Duration.ofSeconds(59));
        assertFound();
        clock.advance(Duration.ofSeconds(1));
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("limit-unattended");
            assertThat(finding.message())
                    .isEqualTo("tasks are blocked by 1 limit keys that no running server checks");
        });
    }

    private void watched() {
        jedis.set(KEYS.batchWatched(), "");
    }

    @Test
    void batches_that_no_server_of_this_project_looks_at() {
        serve();
        client.batch("b").add(List.of(Task.of("import", "{}").processIn(Duration.ofDays(30)))).enqueue();

        clock.advance(Duration.ofSeconds(299));
        assertFound();
        clock.advance(Duration.ofSeconds(1));
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("batch-unattended");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.message()).startsWith("1 batches belong to the queue, but no running server of this");
        });
        clock.advance(Duration.ofHours(30));
        watched();
        assertFound();
    }

    @Test
    void a_batch_whose_sender_has_died() {
        serve();
        watched();
        assertThatThrownBy(() -> client.batch("b").add(Stream.of(1).<Task<?>>map(i -> {
            clock.advance(Duration.ofHours(2));
            throw new IllegalStateException("died");
        })).enqueue()).hasMessage("died");
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("batch-incomplete");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.message()).contains("batch \"b\"", "for 120 min");
        });

        jedis.hset(KEYS.batch("b"), "grown", "" + clock.instant().minusSeconds(3599).toEpochMilli());
        assertFound();
        clock.advance(Duration.ofHours(2));
        jedis.hset(KEYS.batch("b"), "cancelled", "1");
        assertFound();
    }

    @Test
    void what_follows_from_a_batch_and_could_not_be_stored() {
        serve();
        watched();
        jedis.sadd("asynq:queues", "default");
        for (int i = 0; i < 7; i++) {
            jedis.zadd(KEYS.batches(), clock.instant().toEpochMilli(), "b" + i);
            jedis.hset(KEYS.batch("b" + i), Map.of("sealed", "1", "refused", "success"));
        }

        assertThat(findings()).hasSize(5).allSatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("batch-refused");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        }).first().extracting(Finding::message)
                .isEqualTo("task \"success\" of batch \"b0\" could not be stored");
    }

    @Test
    void a_queue_that_is_paused_for_long() {
        serve();
        client.enqueue(Task.of("email:welcome", "{}"));
        jedis.set(KEYS.paused(), "" + clock.instant().getEpochSecond());
        clock.advance(Duration.ofMinutes(119));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("paused-long");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.message()).isEqualTo("paused for 1 h with 1 pending tasks");
        });
        jedis.set(KEYS.paused(), "not a time");
        assertFound("paused");
    }

    @Test
    void an_archive_that_is_almost_full() {
        serve();
        jedis.sadd("asynq:queues", "default");
        Map<String, Double> tasks = new HashMap<>();
        for (int i = 1; i < 9_000; i++) {
            tasks.put("t" + i, (double) clock.instant().getEpochSecond());
        }
        jedis.zadd(KEYS.archived(), tasks);
        assertFound();

        jedis.zadd(KEYS.archived(), clock.instant().getEpochSecond(), "one more");
        assertFound("archive-full");
        assertThat(findings().get(0).message()).startsWith("the archive has 9000 of at most 10000 tasks");
    }

    @Test
    void memory_near_its_limit() {
        // the first call loads scripts, which also need memory
        assertFound();
        long used = Long.parseLong(jedis.info("memory").replaceAll("(?s).*used_memory:(\\d+).*", "$1"));
        jedis.configSet("maxmemory", "" + used * 10);
        assertFound();
        jedis.configSet("maxmemory", "" + used * 100 / 88);
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("memory");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.message()).matches("Redis uses (8[0-9]|9[0-4])% of maxmemory: .*");
        });
        jedis.configSet("maxmemory", "" + used);
        assertThat(findings()).extracting(Finding::severity).containsExactly(Severity.ERROR);
    }

    private void publish(String scheduler, String id, String payload, String... options) {
        broker.schedulers().write(scheduler, List.of(new SchedulerEntry(id, "@every 2s", "report:tick",
                payload.getBytes(StandardCharsets.UTF_8), List.of(options), clock.instant(), null)),
                Duration.ofMinutes(1));
    }

    @Test
    void entries_that_several_schedulers_of_go_have_registered() {
        publish("a:1:x", "1", "{}", "Queue(\"low\")");
        publish("b:1:x", "2", "{}");
        publish("c:1:x", "3", "[]", "Queue(\"low\")");
        publish("d:1:x", "4", "{}", "Queue(\"low\")", "TaskID(\"t\")");
        assertFound();

        publish("e:1:x", "5", "{}", "Queue(\"low\")", "MaxRetry(3)");

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("duplicate-entries");
            assertThat(finding.queue()).isEqualTo("low");
            assertThat(finding.message()).startsWith(
                    "2 scheduler entries enqueue tasks of type \"report:tick\" at \"@every 2s\" with the same payload");
        });
    }

    @Test
    void an_entry_of_go_that_the_application_has_too() {
        publish("periodic:0:1", "1", "{}");
        publish("periodic:0:2", "2", "{}");
        assertFound();

        publish("a:1:x", "3", "{}");
        assertThat(findings()).singleElement()
                .satisfies(finding -> assertThat(finding.message()).startsWith("3 scheduler entries"));
    }
}
