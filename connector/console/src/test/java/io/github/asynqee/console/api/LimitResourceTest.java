package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.LimitRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Keys of limits: read in parts, and resumed. */
class LimitResourceTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final String PREFIX = "asynq:{imports}:limit:";

    private final Jedis jedis = new Jedis(URI.create(REDIS.url()));
    private final Instant until = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.MILLIS);
    private TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
    private AuditNotes notes;

    @BeforeEach
    void clear() {
        REDIS.clear();
        jedis.sadd("asynq:queues", "imports");
    }

    @AfterEach
    void close() {
        console.close();
        jedis.close();
    }

    private LimitResource limits() {
        notes = new AuditNotes();
        LimitResource limits = new LimitResource();
        limits.redis = "default";
        limits.queue = Segment.fromString("imports");
        limits.console = console;
        limits.notes = notes;
        return limits;
    }

    private void mask() {
        console.close();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC(), List.of("/tenant"));
    }

    private void key(String key, int running, int waiting) {
        for (int i = 0; i < running; i++) {
            jedis.zadd(PREFIX + "running", 0, key + "\0run" + i);
        }
        for (int i = 0; i < waiting; i++) {
            jedis.zadd(PREFIX + "waiting", 0, key + "\0" + "0".repeat(18) + (10 + i) + "wait" + i);
        }
        jedis.zadd(PREFIX + "looks", Instant.now().plusSeconds(1).toEpochMilli(), key);
    }

    private void pause(String key) {
        jedis.zadd(PREFIX + "closed", until.toEpochMilli(), key);
    }

    private static String body(String limit, String key, Instant closedUntil) {
        return "{\"limit\":\"" + limit + "\"" + (key == null ? "" : ",\"key\":\"" + key + "\"")
                + (closedUntil == null ? "" : ",\"closedUntil\":\"" + closedUntil + "\"") + "}";
    }

    @Test
    void keys_come_by_blocked_tasks_and_by_a_part_of_their_name() {
        key("imports acme", 3, 12);
        key("imports blue", 1, 0);
        key("calls ", 0, 20);
        pause("calls ");

        assertThat(limits().list(null, null, null).items()).containsExactly(
                new LimitRow("calls", "", 0, null, 20, until), new LimitRow("imports", "acme", 3, 3L, 12, null),
                new LimitRow("imports", "blue", 1, 3L, 0, null));
        assertThat(limits().list("imports: A", null, null).items()).extracting(LimitRow::key).containsExactly("acme");
        Page<LimitRow> first = limits().list("imports", null, 1);
        assertThat(first.total()).isEqualTo(2);
        assertThat(limits().list("imports", first.next(), 1).items()).extracting(LimitRow::key)
                .containsExactly("blue");
    }

    @Test
    void masked_keys_are_neither_shown_nor_found() {
        key("imports acme", 3, 12);
        mask();

        assertThat(limits().list("imports", null, null).items())
                .containsExactly(new LimitRow("imports", null, 3, 3L, 12, null));
        assertThat(limits().list("acme", null, null).items()).isEmpty();
    }

    @Test
    void one_key_is_resumed_and_the_audit_log_gets_its_name() {
        key("imports acme", 1, 1);
        key("imports blue", 1, 1);
        pause("imports acme");
        pause("imports blue");

        limits().resume(body("imports", "acme", until));

        assertThat(jedis.zrange(PREFIX + "closed", 0, -1)).containsExactly("imports blue");
        assertThat(notes.detail()).isEqualTo("imports: acme");
        assertThatThrownBy(() -> limits().resume(body("imports", "acme", until)))
                .isInstanceOf(ProblemException.class).hasMessage("No such key is paused until this time.");
        assertThatThrownBy(() -> limits().resume(body("imports", "blue", until.plusMillis(1))))
                .hasMessage("No such key is paused until this time.");
        assertThatThrownBy(() -> limits().resume(body("imports", "blue", null)))
                .hasMessage("\"closedUntil\" is missing.");
    }

    @Test
    void a_masked_key_is_resumed_by_its_time_and_cannot_be_guessed() {
        key("imports acme", 1, 1);
        pause("imports acme");
        mask();

        for (String guess : List.of("acme", "blue", "")) {
            assertThatThrownBy(() -> limits().resume(body("imports", guess, until)))
                    .hasMessage("Keys are masked: leave out \"key\".");
        }
        limits().resume(body("imports", null, until));

        assertThat(jedis.exists(PREFIX + "closed")).isFalse();
        assertThat(notes.detail()).isEqualTo("imports");
    }

    @Test
    void ten_thousand_keys_are_a_page_as_well() {
        Map<String, Double> running = new HashMap<>();
        Map<String, Double> waiting = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            running.put("imports " + i + "\0run", 0d);
            waiting.put("imports " + i + "\0" + "1".repeat(20) + "wait", 0d);
        }
        jedis.zadd(PREFIX + "running", running);
        jedis.zadd(PREFIX + "waiting", waiting);
        long start = System.nanoTime();

        Page<LimitRow> page = limits().list(null, null, null);

        assertThat(page.items()).hasSize(50);
        assertThat(page.total()).isEqualTo(10_000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
}
