package io.github.asynqee.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.ErrorRow;
import io.github.asynqee.console.view.ErrorView;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.SearchResult;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.internal.protocol.wire.TaskMessage;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** Errors, and the latest tasks, of all queues: a long queue hides no other one. */
class LatestTasksTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final long NOW = Instant.now().getEpochSecond();

    private final Jedis jedis = new Jedis(URI.create(REDIS.url()));
    private TestConsole console;

    @BeforeEach
    void clear() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        console.close();
        jedis.close();
    }

    /** Archived or failed tasks, the first one a number of seconds ago and each other one a second later. */
    private void fail(String queue, String state, int tasks, long secondsAgo, String error) {
        String prefix = "asynq:{" + queue + "}:";
        jedis.sadd("asynq:queues", queue);
        Pipeline pipeline = jedis.pipelined();
        for (int i = 0; i < tasks; i++) {
            String id = queue + "-" + state + "-" + i;
            long at = NOW - secondsAgo + i;
            byte[] key = (prefix + "t:" + id).getBytes(UTF_8);
            pipeline.hset(key, "msg".getBytes(UTF_8), TaskMessage.newBuilder().setType("t").setQueue(queue).setId(id)
                    .setErrorMsg(error).setLastFailedAt(at).setRetry(9).setRetried(1).build().toByteArray());
            pipeline.hset(key, "state".getBytes(UTF_8), state.getBytes(UTF_8));
            pipeline.zadd(prefix + state, state.equals("retry") ? at + 90_000 : at, id);
        }
        pipeline.sync();
    }

    private ErrorView errors(String query, int atMost) {
        RedisConsole instance = console.of("default");
        List<QueueRow> queues = instance.monitor().queues();
        return Queries.errors(instance.redis().inspector(), queues.stream().map(Queries::source).toList(),
                Queries.parse(instance, query), atMost, new Masking(List.of()));
    }

    private SearchResult latest(String query, String cursor, int limit) {
        TaskResource tasks = new TaskResource();
        tasks.redis = "default";
        tasks.console = console;
        return tasks.search(query, cursor, limit, "latest");
    }

    private static List<String> ids(SearchResult found) {
        return found.items().stream().map(TaskRow::id).toList();
    }

    @Test
    void tasks_are_listed_though_their_queue_was_read_before_they_came() {
        fail("known", "archived", 1, 10, "disk is full");
        assertThat(ids(latest("", null, 10))).containsExactly("known-archived-0");

        fail("known", "retry", 1, 5, "disk is full");
        fail("created", "archived", 1, 1, "disk is full");

        assertThat(ids(latest("state:archived,retry", null, 10))).containsExactlyInAnyOrder("known-archived-0",
                "known-retry-0", "created-archived-0");
    }

    @Test
    void large_tasks_end_the_reading() {
        for (int i = 0; i < 60; i++) {
            String id = "large-" + i;
            byte[] key = ("asynq:{large}:t:" + id).getBytes(UTF_8);
            jedis.hset(key, "msg".getBytes(UTF_8), io.github.asynqee.internal.protocol.TaskMessage
                    .builder("t", id, "large").payload(new byte[1_000_000]).build().toBytes());
            jedis.hset(key, "state".getBytes(UTF_8), "archived".getBytes(UTF_8));
            jedis.zadd("asynq:{large}:archived", NOW - i, id);
        }
        jedis.sadd("asynq:queues", "large");

        SearchResult found = latest("", null, 60);

        assertThat(ids(found)).startsWith("large-0", "large-1").hasSizeBetween(16, 40);
    }

    @Test
    void the_errors_of_a_queue_are_seen_beside_more_failed_tasks_than_are_read_in_others() {
        fail("aaa", "archived", 2_000, 100_000, "disk is full");
        fail("bbb", "retry", 2_000, 100_000, "no route to host");
        fail("zzz", "archived", 3, 60, "invoice is malformed");

        ErrorView view = errors("", 300);
        assertThat(view.complete()).isFalse();
        assertThat(view.total()).isEqualTo(4_003);
        assertThat(view.examined()).isBetween(300L, 600L);
        assertThat(view.items()).extracting(ErrorRow::signature)
                .containsExactlyInAnyOrder("disk is full", "no route to host", "invoice is malformed")
                .startsWith("invoice is malformed");
        assertThat(view.items().get(0).count()).isEqualTo(3);
        assertThat(view.items().get(0).lastHour()).isEqualTo(3);
        assertThat(view.items().get(1).lastHour()).isZero();
    }

    @Test
    void the_latest_errors_of_a_long_queue_are_read_first() {
        fail("mails", "archived", 1_000, 100_000, "an old one");
        fail("mails", "archived", 1, 5, "the newest");

        assertThat(errors("", 100).items()).extracting(ErrorRow::signature).startsWith("the newest");
    }

    @Test
    void a_query_chooses_errors() {
        fail("mails", "archived", 10, 100, "disk is full");
        fail("mails", "retry", 10, 100, "no route to host");

        assertThat(errors("state:retry", 1_000).items()).singleElement()
                .satisfies(row -> assertThat(row.signature()).isEqualTo("no route to host"));
        assertThat(errors("error:disk", 1_000).items()).hasSize(1);
        assertThat(errors("queue:other", 1_000).items()).isEmpty();
        assertThat(errors("", 1_000).complete()).isTrue();
    }

    @Test
    void the_latest_tasks_of_all_queues_come_first_and_those_that_run_later_last() {
        fail("aaa", "archived", 400, 100_000, "old");
        fail("zzz", "archived", 5, 100, "new");
        try (AsynqClient client = Asynq.connect(REDIS.url())) {
            client.enqueue(Task.of("t", "{}").queue("mmm").id("pending"));
            client.enqueue(Task.of("t", "{}").queue("bbb").id("tomorrow").processAt(Instant.now().plusSeconds(86_400)));
            client.enqueue(Task.of("t", "{}").queue("ccc").id("soon").processAt(Instant.now().plusSeconds(60)));
            client.enqueue(Task.of("t", "{}").queue("ggg").id("grouped").group("g"));
        }

        assertThat(ids(latest("", null, 7))).containsSubsequence("zzz-archived-4", "zzz-archived-3", "zzz-archived-0")
                .contains("pending", "grouped").doesNotContain("tomorrow", "soon");
        assertThat(ids(latest("state:scheduled", null, 10))).containsExactly("soon", "tomorrow");
        assertThat(ids(latest("", null, 1_000))).hasSize(409).endsWith("soon", "tomorrow");
        assertThat(latest("", null, 1_000).complete()).isTrue();
    }

    @Test
    void the_latest_tasks_come_in_pages() {
        fail("mails", "archived", 250, 10_000, "old");

        SearchResult first = latest("", null, 100);
        assertThat(ids(first)).startsWith("mails-archived-249").hasSize(100);
        assertThat(first.counts()).containsEntry("archived", 250L);
        SearchResult second = latest("", first.next(), 100);
        assertThat(ids(second)).startsWith("mails-archived-149").hasSize(100);
        SearchResult third = latest("", second.next(), 100);
        assertThat(ids(third)).endsWith("mails-archived-0").hasSize(50);
        assertThat(third.next()).isNull();
        assertThat(third.complete()).isTrue();
        assertThatThrownBy(() -> latest("", "950", 100)).isInstanceOf(ProblemException.class)
                .hasMessageContaining("latest 1000");
    }
}
