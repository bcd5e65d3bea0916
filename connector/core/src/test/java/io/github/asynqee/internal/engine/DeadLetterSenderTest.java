package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.ShardedStore;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contents of a dead letter, its retries, and when its task is archived without it. */
class DeadLetterSenderTest extends WorkerTest {

    private static final Outcome ARCHIVE = new Outcome.Archive("boom");
    private static final StoreResult STORED = new StoreResult.Stored();
    private static final StoreResult UNAVAILABLE = new StoreResult.Failed(new BrokerUnavailableException("away", null));

    private final List<NewTask> stored = new ArrayList<>();
    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private DeadLetterSender sender = sender(null);
    private StoreResult result = STORED;
    private long nanos = Long.MAX_VALUE - 1_000;
    private Lease lease;

    private DeadLetterSender sender(String type) {
        ChannelConfig config = new ChannelConfig("failing", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)))
                .withDeadLetters(new DeadLetterQueue("graveyard", type));
        return new DeadLetterSender(new ShardedStore(this::store, KnownShards.NONE), clock,
                new Router(List.of(new Channel(config)))::configOf, () -> this.nanos);
    }

    private List<StoreResult> store(List<NewTask> tasks) {
        stored.addAll(tasks);
        return tasks.stream().map(task -> result).toList();
    }

    @BeforeEach
    void lease() {
        enqueue("t1");
        lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        clock.set(lease.expiresAt().minusSeconds(10));
    }

    private static void assertEnded(CompletionStage<Boolean> letter, boolean mayBeArchived) {
        assertThat(letter.toCompletableFuture()).isCompletedWithValue(mayBeArchived);
    }

    private static TaskMessage.Builder failed(String id) {
        return TaskMessage.builder("mail:send", id, "default").payload(new byte[]{ 0, 1, (byte) 0xff }).maxRetry(3)
                .retried(3).headers(Map.of("tenant", "a"));
    }

    private TaskMessage letterOf(TaskMessage task, String error) {
        stored.clear();
        sender.send(task, new Outcome.Archive(error));
        sender.runOnce();
        return stored.get(0).message();
    }

    @Test
    void a_letter_has_payload_and_headers_of_the_task_and_describes_the_failure() {
        TaskMessage letter = letterOf(failed("t1").build(), "boom \ud800 and more");

        assertThat(letter.queue()).isEqualTo("graveyard");
        assertThat(letter.type()).isEqualTo("mail:send");
        assertThat(letter.maxRetry()).isEqualTo(25);
        assertThat(letter.retried()).isZero();
        assertThat(letter.payload()).containsExactly(0, 1, 0xff);
        assertThat(letter.headers()).isEqualTo(Map.of("tenant", "a", "dead-letter-id", "t1", "dead-letter-queue",
                "default", "dead-letter-type", "mail:send", "dead-letter-retried", "3", "dead-letter-error",
                "boom \ufffd and more"));
    }

    @Test
    void a_letter_has_retries_of_its_own() {
        TaskMessage limited = failed("t1").headers(Map.of("retry-delay", "1s", "retry-until", "2020-01-01T00:00:00Z"))
                .build();

        assertThat(letterOf(limited, "boom").headers()).containsKey("tenant").doesNotContainKeys("retry-delay",
                "retry-until");
    }

    @Test
    void a_letter_may_have_its_own_type() {
        sender = sender("letter");

        assertThat(letterOf(failed("t1").build(), "boom").type()).isEqualTo("letter");
    }

    @Test
    void letters_of_one_attempt_have_the_same_id_and_those_of_others_do_not() {
        String id = letterOf(failed("t1").build(), "boom").id();

        assertThat(letterOf(failed("t1").build(), "boom").id()).isEqualTo(id);
        assertThat(letterOf(failed("t1").retried(4).build(), "boom").id()).isNotEqualTo(id);
        assertThat(letterOf(failed("t2").build(), "boom").id()).isNotEqualTo(id);
        assertThat(letterOf(failed("t1").build().failed("boom", Instant.ofEpochSecond(2_000_000_000), false), "boom")
                .id()).isNotEqualTo(id);
    }

    private String letterOf(Lease failed) {
        stored.clear();
        sender.send(failed, ARCHIVE, clock);
        sender.runOnce();
        return stored.get(0).message().id();
    }

    @Test
    void a_later_task_with_the_same_id_and_payload_has_a_letter_of_its_own() {
        TaskMessage task = failed("t1").build();
        long expiry = clock.instant().getEpochSecond() + 30;
        String id = letterOf(new Lease(task, expiry));
        String withoutLease = letterOf(task, "boom").id();

        assertThat(letterOf(new Lease(task, expiry + 1))).isNotEqualTo(id);
        clock.advance(Duration.ofMillis(1));
        assertThat(letterOf(task, "boom").id()).isNotEqualTo(withoutLease);
    }

    @Test
    void the_letter_of_a_task_whose_worker_died_is_the_same_whoever_recovers_it() {
        result = UNAVAILABLE;
        String id = letterOf(lease);
        stored.clear();
        clock.advance(Duration.ofMinutes(1));
        result = STORED;

        Thread sends = new Thread(() -> sender.sendFirst(List.of(new Settlement(lease, ARCHIVE))));
        sends.start();
        await("the letter is stored").until(() -> {
            sender.runOnce();
            return !sends.isAlive();
        });

        assertThat(stored).extracting(task -> task.message().id()).hasSize(2).containsOnly(id);
    }

    @Test
    void a_letter_that_is_already_stored_counts_as_sent() {
        result = new StoreResult.IdTaken();
        CompletionStage<Boolean> letter = sender.send(lease, ARCHIVE, clock);

        sender.runOnce();

        assertEnded(letter, true);
    }

    @Test
    void only_archived_tasks_leave_a_letter_and_letters_never_do() {
        assertEnded(sender.send(lease, new Outcome.Done(), clock), true);
        assertThat(sender.send(failed("t1").headers(Map.of("dead-letter-id", "t0")).build(), ARCHIVE)
                .toCompletableFuture()).isDone();

        sender.runOnce();

        assertThat(stored).isEmpty();
    }

    @Test
    void while_redis_is_unavailable_a_letter_is_retried_until_the_lease_ends_and_then_the_task_is_not_archived() {
        result = UNAVAILABLE;
        CompletionStage<Boolean> letter = sender.send(lease, ARCHIVE, clock);
        sender.runOnce();
        sender.runOnce();
        assertThat(stored).hasSize(2);
        assertThat(letter.toCompletableFuture()).isNotDone();

        clock.advance(Duration.ofSeconds(11));
        sender.runOnce();

        assertEnded(letter, false);
        sender.runOnce();
        assertThat(stored).hasSize(3);
    }

    @Test
    void it_is_sent_when_redis_is_available_again() {
        result = UNAVAILABLE;
        CompletionStage<Boolean> letter = sender.send(lease, ARCHIVE, clock);
        sender.runOnce();
        assertThat(letter.toCompletableFuture()).isNotDone();

        result = STORED;
        sender.runOnce();

        assertEnded(letter, true);
        sender.runOnce();
        assertThat(stored).hasSize(2);
    }

    @Test
    void a_letter_that_redis_refuses_is_not_retried() {
        result = new StoreResult.Failed(new BrokerException("OOM", null));
        CompletionStage<Boolean> letter = sender.send(lease, ARCHIVE, clock);

        sender.runOnce();

        assertEnded(letter, true);
    }

    @Test
    void a_letter_of_a_task_without_a_lease_is_retried_for_a_limited_time() {
        result = UNAVAILABLE;
        CompletionStage<Boolean> letter = sender.send(lease.message(), ARCHIVE);
        nanos += DeadLetterSender.MAX_WAIT.toNanos() - 1;
        sender.runOnce();
        assertThat(letter.toCompletableFuture()).isNotDone();

        nanos++;
        sender.runOnce();

        assertEnded(letter, false);
    }

    @Test
    void recovered_tasks_are_archived_only_if_their_letters_are_stored() {
        List<Settlement> settlements = List.of(new Settlement(lease, ARCHIVE),
                new Settlement(lease, new Outcome.Done()));
        result = UNAVAILABLE;
        Thread.currentThread().interrupt();

        assertThat(sender.sendFirst(settlements)).containsExactly(settlements.get(1));

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_withdrawn_letter_keeps_its_task_from_being_archived_and_no_other_is_sent() {
        CompletionStage<Boolean> letter = sender.send(lease, ARCHIVE, clock);

        sender.withdraw();

        assertEnded(letter, false);
        assertEnded(sender.send(lease, ARCHIVE, clock), false);
        assertEnded(sender.send(lease, new Outcome.Done(), clock), true);
        sender.runOnce();
        assertThat(stored).isEmpty();
    }

    @Test
    void a_task_whose_letter_was_withdrawn_is_requeued_and_not_archived() {
        TaskEvents events = new TaskEvents(TaskListener.NONE, clock);
        Completer completer = new Completer(broker.workerCommands(), clock, events,
                new WorkerMetrics(() -> 0, () -> 0, List.of(), null), AttemptRecorder.OFF);
        TaskSettler settler = new TaskSettler(broker, task -> null, new InFlight(), queue -> completer, sender, events,
                queue -> {});
        TaskDelivery delivery = new TaskDelivery(lease, 1, clock,
                new ChannelMetrics("c", () -> 0, () -> 0, () -> 0).consumed("default", "email:welcome"), settler);
        sender.withdraw();

        delivery.settle(ARCHIVE);
        completer.runOnce();

        assertThat(state("t1")).isEqualTo("pending");
    }
}
