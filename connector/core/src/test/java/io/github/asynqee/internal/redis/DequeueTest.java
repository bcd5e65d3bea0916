package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;

class DequeueTest extends BrokerTest {

    @Test
    void the_oldest_tasks_come_first_and_no_more_than_asked_for() {
        store(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"), Tasks.pending("default", "t3"));

        DequeuedTasks found = broker.workerCommands().dequeue("default", 2);

        assertThat(found.leases()).extracting(Lease::id).containsExactly("t1", "t2");
        assertThat(found.leases()).allSatisfy(
                lease -> assertThat(lease.expiresAt().getEpochSecond()).isEqualTo(2_000_000_030));
        assertThat(list(DEFAULT.pending())).containsExactly("t3");
        assertThat(list(DEFAULT.active())).containsExactly("t2", "t1");
        assertThat(redis.at(DEFAULT.lease()).zscore(DEFAULT.lease(), "t2")).isEqualTo(2_000_000_030);
        assertThat(state("t1")).isEqualTo("active");
        assertThat(field(DEFAULT.task("t1"), "pending_since")).isNull();
        assertThat(state("t3")).isEqualTo("pending");
    }

    @Test
    void threads_that_share_a_broker_never_get_the_same_task() {
        store(IntStream.range(0, 600).mapToObj(i -> Tasks.pending("default", "t" + i)).toArray(NewTask[]::new));

        List<String> taken = IntStream.range(0, 4).mapToObj(thread -> CompletableFuture.supplyAsync(this::takeAll))
                .toList().stream().flatMap(ids -> ids.join().stream()).toList();

        assertThat(taken).hasSize(600).doesNotHaveDuplicates();
    }

    private List<String> takeAll() {
        List<String> taken = new ArrayList<>();
        List<Lease> leases;
        do {
            leases = broker.workerCommands().dequeue("default", 3).leases();
            leases.forEach(lease -> taken.add(lease.id()));
        } while (!leases.isEmpty());
        return taken;
    }

    @Test
    void an_empty_queue_gives_nothing_and_is_not_paused() {
        DequeuedTasks found = broker.workerCommands().dequeue("default", 5);

        assertThat(found.leases()).isEmpty();
        assertThat(found.paused()).isFalse();
        assertThat(redis.nodes()).allSatisfy(node -> assertThat(node.keys("*")).isEmpty());
    }

    @Test
    void a_paused_queue_keeps_its_tasks() {
        store(Tasks.pending("default", "t1"));
        redis.at(DEFAULT.paused()).set(DEFAULT.paused(), "2000000000");
        KeySpace before = dump();

        DequeuedTasks found = broker.workerCommands().dequeue("default", 5);

        assertThat(found.paused()).isTrue();
        assertThat(found.leases()).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void an_id_without_a_task_is_taken_out_and_the_next_one_is_found() {
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "ghost");
        store(Tasks.pending("default", "t1"));

        DequeuedTasks found = broker.workerCommands().dequeue("default", 2);

        assertThat(found.vanished()).containsExactly("ghost");
        assertThat(found.leases()).extracting(Lease::id).containsExactly("t1");
        assertThat(list(DEFAULT.active())).containsExactly("t1");
        assertThat(zset(DEFAULT.lease())).containsExactly("t1");
        assertThat(exists(DEFAULT.task("ghost"))).isFalse();
    }

    @Test
    void a_hash_without_message_no_longer_blocks_its_id() {
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "bare");
        redis.at(DEFAULT.pending()).hset(DEFAULT.task("bare"), "result", "left over");

        assertThat(broker.workerCommands().dequeue("default", 1).vanished()).containsExactly("bare");

        store(Tasks.pending("default", "bare"));
    }

    @Test
    void what_is_no_task_at_all_is_taken_out_and_left_as_it_is() {
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "text");
        redis.at(DEFAULT.pending()).set(DEFAULT.task("text"), "text");
        store(Tasks.pending("default", "t1"));

        DequeuedTasks found = broker.workerCommands().dequeue("default", 2);

        assertThat(found.vanished()).containsExactly("text");
        assertThat(found.leases()).hasSize(1);
        assertThat(redis.at(DEFAULT.pending()).get(DEFAULT.task("text"))).isEqualTo("text");
    }

    @Test
    void messages_that_cannot_be_used_are_set_apart_with_the_reason() {
        pendingHash("bytes", new byte[]{ (byte) 0xff, 0 });
        pendingHash("other-id", Tasks.message("default", "t7").build().toBytes());
        pendingHash("other-queue", Tasks.message("low", "other-queue").build().toBytes());
        pendingHash("no-type", TaskMessage.builder("", "no-type", "default").build().toBytes());
        pendingHash("json", "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8));
        store(Tasks.pending("default", "good"));

        DequeuedTasks found = broker.workerCommands().dequeue("default", 9);

        assertThat(found.leases()).extracting(Lease::id).containsExactly("good");
        assertThat(found.unusable()).extracting(unusable -> unusable.lease().id()).containsExactly("bytes", "other-id",
                "other-queue", "no-type", "json");
        assertThat(found.unusable()).extracting(DequeuedTasks.Unusable::reason)
                .allSatisfy(reason -> assertThat(reason).startsWith("asynq: cannot be decoded: "))
                .satisfies(reasons -> {
                    assertThat(reasons.get(1)).contains("\"t7\"");
                    assertThat(reasons.get(2)).contains("\"low\"");
                    assertThat(reasons.get(3)).contains("no type");
                });
    }

    @Test
    void what_cannot_be_used_can_be_archived_with_its_original_bytes() throws Exception {
        byte[] original = { (byte) 0xff, 0 };
        pendingHash("bytes", original);
        DequeuedTasks.Unusable unusable = broker.workerCommands().dequeue("default", 9).unusable().get(0);

        assertThat(settle(unusable.lease(), new Outcome.Archive(unusable.reason())))
                .isEqualTo(new Settlement.Result.Settled());

        TaskMessage archived = TaskMessage
                .parse(redis.at(DEFAULT.archived()).hget(DEFAULT.task("bytes").getBytes(), "msg".getBytes()));
        assertThat(archived.id()).isEqualTo("bytes");
        assertThat(archived.payload()).isEqualTo(original);
        assertThat(archived.errorMessage()).isEqualTo(unusable.reason());
        assertThat(zset(DEFAULT.archived())).containsExactly("bytes");
        assertThat(list(DEFAULT.active())).isEmpty();
    }

    @Test
    void a_message_whose_lock_lies_elsewhere_harms_only_itself() {
        TaskMessage strange = Tasks.message("default", "strange").uniqueKey("asynq:{low}:unique:x:").build();
        pendingHash("strange", strange.toBytes());
        store(Tasks.pending("default", "good"));
        DequeuedTasks found = broker.workerCommands().dequeue("default", 9);

        List<Lease> all = new ArrayList<>(found.leases());
        found.unusable().forEach(unusable -> all.add(unusable.lease()));
        List<Settlement.Result> results = broker.workerCommands()
                .write(all.stream().map(lease -> new Settlement(lease, new Outcome.Done())).toList());

        assertThat(all).extracting(Lease::id).contains("good", "strange");
        assertThat(results).containsOnly(new Settlement.Result.Settled());
    }
}
