package io.github.asynqee.console.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.StreamEntryID;

class AuditLogTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final AuditLog log = new AuditLog(redis);

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private static AuditEntry entry(String task) {
        return new AuditEntry(null, AT, "ann", "task.run", null, "q", task, null, 1L, "done", null);
    }

    @Test
    void entries_are_read_by_page_the_latest_first() {
        for (int i = 0; i < 7; i++) {
            log.write(entry("t" + i));
        }
        List<String> tasks = new ArrayList<>();
        String cursor = null;
        do {
            Page<AuditEntry> page = log.read(cursor, 3);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(3);
            page.items().forEach(entry -> tasks.add(entry.task()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(tasks).containsExactly("t6", "t5", "t4", "t3", "t2", "t1", "t0");
        AuditEntry first = log.read(null, 1).items().get(0);
        assertThat(first).isEqualTo(new AuditEntry(first.id(), AT, "ann", "task.run", "default", "q", "t6", null, 1L,
                "done", null));
    }

    @Test
    void some_entries_are_read_by_page() {
        for (int i = 0; i < 2_500; i++) {
            log.write(i % 1_000 == 0 ? entry("t" + i)
                    : new AuditEntry(null, AT, "bob", "queue.pause", null, "q", null, null, null, "done", null));
        }

        Page<AuditEntry> first = log.read(null, 2, null, entry -> entry.user().equals("ann"));
        assertThat(first.items()).extracting(AuditEntry::task).containsExactly("t2000", "t1000");
        Page<AuditEntry> second = log.read(first.next(), 2, null, entry -> entry.user().equals("ann"));
        assertThat(second.items()).extracting(AuditEntry::task).containsExactly("t0");
        assertThat(second.next()).isNull();
    }

    @Test
    void a_reading_is_one_entry_in_ten_minutes() {
        log.read("ann", "q", "t", "2026", AT);
        log.within(new QueueScope(List.of("q"))).read("ann", "q", "t", "2026", AT.plusSeconds(599));
        log.read("bob", "q", "t", "2026", AT.plusSeconds(599));
        log.read("ann", "q", "other", "2026", AT.plusSeconds(599));
        log.read("ann", "q", "t", "2026", AT.plusSeconds(601));

        assertThat(log.read(null, 10).items()).hasSize(4)
                .allSatisfy(entry -> assertThat(entry.action()).isEqualTo("payload.read"))
                .extracting(entry -> entry.user() + " " + entry.task())
                .containsExactly("ann t", "ann other", "bob t", "ann t");
    }

    @Test
    void entries_are_read_from_a_time_on() {
        log.write(entry("old"));
        log.write(
                new AuditEntry(null, Instant.now(), "bob", "queue.pause", null, "q", "new", null, null, "done", null));

        assertThat(log.read(null, 10, Instant.now().minusSeconds(60), null).items()).extracting(AuditEntry::task)
                .containsExactly("new");
        assertThat(log.read(null, 10, Instant.now().plusSeconds(120), null).items()).isEmpty();
    }

    @Test
    void one_user_who_reads_many_payloads_displaces_no_other_entries() {
        log.read("bob", "q", "t", "2026", AT);
        for (int i = 0; i < 200; i++) {
            log.read("ann", "q", "t" + i, "2026", AT);
        }

        assertThat(log.read(null, 1_000).items()).hasSize(101);
    }

    @Test
    void a_restricted_user_reads_only_entries_about_his_queues() {
        for (int i = 0; i < 2_500; i++) {
            log.write(i % 1_000 == 0 ? entry("t" + i) : new AuditEntry(null, AT, "ann", "queue.pause", null,
                    i % 2 == 0 ? "other" : null, null, "queue:other", 1L, "done", "why"));
        }
        log.write(new AuditEntry(null, AT, "ann", "task.move", null, "q", "t", null, 1L, "done", "to other"));
        AuditLog ofQ = log.within(new QueueScope(List.of("q")));

        Page<AuditEntry> first = ofQ.read(null, 2);
        assertThat(first.items()).extracting(AuditEntry::task).containsExactly("t", "t2000");
        assertThat(first.items().get(0).detail()).isNull();
        Page<AuditEntry> second = ofQ.read(first.next(), 2);
        assertThat(second.items()).extracting(AuditEntry::task).containsExactly("t1000", "t0");
        assertThat(second.next()).isNull();
    }

    @Test
    void the_log_is_bounded() {
        for (int i = 0; i < 10_300; i++) {
            log.write(entry("t" + i));
        }
        try (RedisClient client = RedisClient.create(REDIS.url())) {
            assertThat(client.xlen(AuditLog.KEY)).isBetween(10_000L, 10_250L);
        }
    }

    private static AuditEntry export(String user, String filter) {
        return new AuditEntry(null, AT, user, "task.export", null, null, null, filter, null, "done", "csv");
    }

    @Test
    void exports_remove_no_entry_of_a_change() {
        log.write(entry("before"));
        for (int i = 0; i < 10_300; i++) {
            log.write(export("eve", ""));
        }
        log.write(entry("after"));
        List<String> tasks = new ArrayList<>();
        String cursor = null;
        do {
            Page<AuditEntry> page = log.read(cursor, 1_000);
            page.items().stream().map(AuditEntry::task).filter(Objects::nonNull).forEach(tasks::add);
            cursor = page.next();
        } while (cursor != null);

        assertThat(tasks).containsExactly("after", "before");
        try (RedisClient client = RedisClient.create(REDIS.url())) {
            assertThat(client.xlen(AuditLog.EXPORTS)).isBetween(10_000L, 10_250L);
        }
    }

    @Test
    void entries_of_both_streams_with_the_same_id_are_each_read_once() {
        try (RedisClient client = RedisClient.create(REDIS.url())) {
            for (String id : List.of("9-0", "10-0", "10-1")) {
                StreamEntryID same = new StreamEntryID(id);
                client.xadd(AuditLog.KEY, same, Map.of("action", "task.run", "task", id));
                client.xadd(AuditLog.EXPORTS, same, Map.of("action", "task.export", "task", id));
            }
        }
        List<String> read = new ArrayList<>();
        String cursor = null;
        do {
            Page<AuditEntry> page = log.read(cursor, 1);
            page.items().forEach(entry -> read.add(entry.action() + " " + entry.task()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(read).containsExactly("task.run 10-1", "task.export 10-1", "task.run 10-0", "task.export 10-0",
                "task.run 9-0", "task.export 9-0");
    }

    @Test
    void long_texts_are_cut_but_for_settings() {
        log.write(new AuditEntry(null, AT, "ann", "task.move", null, "q", "t", null, 1L, "done", "x".repeat(5_000)));
        log.write(new AuditEntry(null, AT, "ann", "alert.settings", null, null, null, null, null, "done",
                "x".repeat(5_000)));

        assertThat(log.read(null, 2).items()).extracting(entry -> entry.detail().length()).containsExactly(5_000,
                1_001);
    }

    @Test
    void a_foreign_cursor_is_refused() {
        assertThatThrownBy(() -> log.read("0-0 COUNT 5", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_query_of_any_length_that_is_accepted_is_kept_whole() {
        String query = "type:a OR ".repeat(390) + "type:the-last";

        log.write(new AuditEntry(null, AT, "ann", "job.create", "default", null, null, query, 1L, "done", "why"));

        assertThat(log.read(null, 1).items().get(0).filter()).isEqualTo(query);
    }

    @Test
    void each_entry_is_a_line_in_the_log_of_the_server_too_if_redis_refuses_it_as_well() {
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {
                // nothing is kept
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        Logger logger = Logger.getLogger("asynq.audit");
        logger.addHandler(handler);
        try (RedisClient client = RedisClient.create(REDIS.url())) {
            log.attempt(entry("t\r\nforged\u2028line"));
            client.del(AuditLog.KEY);
            client.set(AuditLog.KEY, "not a stream");
            AuditEntry lost = entry("lost");
            assertThatThrownBy(() -> log.attempt(lost)).hasMessageContaining("WRONGTYPE");
            assertThatThrownBy(() -> log.attempt(lost)).hasMessageContaining("WRONGTYPE");
            client.del(AuditLog.KEY);
            log.attempt(lost);
        } finally {
            logger.removeHandler(handler);
        }

        assertThat(lines).hasSize(2).allSatisfy(
                line -> assertThat(line)
                        .contains("\"user\":\"ann\"", "\"action\":\"task.run\"", "\"queue\":\"q\"",
                                "\"redis\":\"default\"")
                        .doesNotContain("\n", "\r", "\u2028"));
        assertThat(lines.get(0)).contains("forged\\u2028line");
        assertThat(lines.get(1)).contains("\"task\":\"lost\"");
    }

    private static AuditEntry pause(String user, String queue, String result) {
        return new AuditEntry(null, AT, user, "queue.pause", null, queue, null, null, null, result, null);
    }

    @Test
    void the_first_one_who_paused_a_queue_is_found_by_the_time_of_the_pause() {
        log.write(pause("bob", "other", "done"));
        log.write(pause("eve", "q", "refused"));
        log.write(pause("ann", "q", "done"));
        log.write(pause("late", "q", "done"));
        Instant now = Instant.now();

        assertThat(log.pausedBy("q", now)).isEqualTo("ann");
        assertThat(log.pausedBy("q", now.minusSeconds(200))).isNull();
        assertThat(log.pausedBy("q", now.plusSeconds(200))).isNull();
        assertThat(log.pausedBy("q", Instant.EPOCH)).isNull();
        assertThat(log.within(new QueueScope(List.of("other"))).pausedBy("q", now)).isNull();
    }
}
