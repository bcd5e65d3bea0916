package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.BatchDetails;
import io.github.asynqee.console.view.BatchRow;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.inspect.BatchNotFoundException;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Batches in the API, in a queue with shards and one without. */
class BatchResourceTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private TestConsole console;
    private AsynqClient client;

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
        client = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 4));
        client.batch("letters").queue("mails").onSuccess(Task.of("done", "{}").queue("other"))
                .onFailure(Task.of("alarm", "{}").queue("mails")).add(IntStream.range(0, 20)
                        .mapToObj(i -> Task.of("mail", "{}").queue(i % 2 == 0 ? "mails" : "other").id("m" + i))
                        .toList())
                .enqueue();
    }

    @AfterEach
    void close() {
        client.close();
        console.close();
    }

    private BatchResource resource(String id) {
        BatchResource resource = new BatchResource();
        resource.console = console;
        resource.redis = "default";
        resource.notes = new AuditNotes();
        resource.queue = Segment.fromString("mails");
        resource.batch = Segment.fromString(id);
        return resource;
    }

    private List<BatchRow> ofQueue() {
        return new QueuePage(console.of("default"), "mails").read().batches();
    }

    @Test
    void a_queue_has_its_batches_with_their_progress() {
        assertThat(ofQueue()).extracting(BatchRow::queue, BatchRow::id, BatchRow::state, BatchRow::members,
                BatchRow::open, BatchRow::failed, BatchRow::percent)
                .containsExactly(tuple("mails", "letters", "running", 20L, 20L, 0L, 0));
        assertThat(ofQueue().get(0).tasks()).extracting(BatchRow.BatchTask::name, BatchRow.BatchTask::queue,
                BatchRow.BatchTask::id, BatchRow.BatchTask::state).containsExactly(
                        tuple("failure", "mails", "letters:failure", "waiting"),
                        tuple("success", "other", "letters:success", "waiting"));
    }

    @Test
    void batches_of_all_queues_are_listed_those_with_failures_first() {
        client.batch("orders").queue("shop").add(List.of(Task.of("order", "{}").queue("shop").id("o1"))).enqueue();
        client.batch("later").queue("mails").add(List.of(Task.of("mail", "{}").queue("mails").id("x"))).enqueue();

        assertThat(list(null)).containsExactlyInAnyOrder("later", "orders", "letters");
        assertThat(list("LETT")).containsExactly("letters");
        assertThat(list("shop")).containsExactly("orders");
        assertThat(list("none")).isEmpty();

        try (Jedis jedis = new Jedis(URI.create(REDIS.url()))) {
            jedis.zadd("asynq:{shop}:batch-failed:orders", 1, "4:shopo1");
        }
        assertThat(list(null)).startsWith("orders");
    }

    private List<String> list(String filter) {
        BatchListResource resource = new BatchListResource();
        resource.console = console;
        return resource.list("default", filter, null, null).items().stream().map(BatchRow::id).toList();
    }

    @Test
    void a_damaged_batch_hides_no_batches_of_other_queues() {
        client.batch("orders").queue("shop").add(List.of(Task.of("order", "{}").queue("shop").id("o1"))).enqueue();
        try (Jedis jedis = new Jedis(URI.create(REDIS.url()))) {
            jedis.del("asynq:{shop}:batch:orders");
            jedis.set("asynq:{shop}:batch:orders", "x");
        }

        assertThat(list(null)).containsExactly("letters");
    }

    @Test
    void a_batch_has_its_members_by_the_names_of_their_queues() {
        BatchDetails batch = resource("letters").details();

        assertThat(batch.memberList()).hasSize(20).extracting(BatchMember::queue).containsOnly("mails", "other");
        assertThat(batch.memberList()).extracting(BatchMember::state).containsOnly("pending");
    }

    @Test
    void a_batch_is_deleted_with_its_members() {
        assertThat(resource("letters").delete().running()).isZero();

        assertThat(ofQueue()).isEmpty();
        assertThat(console.of("default").redis().inspector().queues().info("other").size()).isZero();
        assertThatThrownBy(() -> resource("letters").details()).isInstanceOf(BatchNotFoundException.class);
        assertThatThrownBy(() -> resource("letters").delete()).isInstanceOf(BatchNotFoundException.class);
    }
}
