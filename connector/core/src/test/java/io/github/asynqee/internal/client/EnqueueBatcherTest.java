package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueOverflowException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EnqueueBatcherTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final SlowBroker broker = new SlowBroker();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AsynqClient client = newClient(3);

    private AsynqClient newClient(int maxWaiting) {
        return DefaultAsynqClient.builder(broker).maxWaiting(maxWaiting).threads(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        }).build();
    }

    @AfterEach
    void close() {
        broker.answer(1_000);
        client.close();
    }

    @Test
    void what_gathers_during_one_call_goes_into_the_next() throws Exception {
        CompletableFuture<TaskInfo> first = send("a");
        broker.awaitCall();
        CompletableFuture<TaskInfo> second = send("b");
        CompletableFuture<TaskInfo> third = send("c");

        broker.answer(2);

        assertThat(first).succeedsWithin(SOON);
        assertThat(second).succeedsWithin(SOON);
        assertThat(third).succeedsWithin(SOON);
        assertThat(broker.calls()).containsExactly(List.of("a"), List.of("b", "c"));
    }

    @Test
    void more_than_may_wait_is_refused_and_said_so() throws Exception {
        send("a");
        broker.awaitCall();
        List<CompletableFuture<TaskInfo>> waiting = List.of(send("b"), send("c"), send("d"));

        CompletableFuture<TaskInfo> refused = send("e");

        assertThat(refused).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueOverflowException.class).withMessageContaining("task e")
                .withMessageContaining("3 tasks are already waiting");
        broker.answer(2);
        assertThat(waiting).allSatisfy(one -> assertThat(one).succeedsWithin(SOON));
        assertThat(broker.calls()).doesNotContain(List.of("e"));
    }

    @Test
    void a_queue_that_fills_the_room_leaves_others_their_share() throws Exception {
        send("a");
        broker.awaitCall();
        List.of("b", "c", "d").forEach(this::send);

        List<CompletableFuture<TaskInfo>> others = List.of(send("e", "second"), send("f", "third"),
                send("g", "fourth"));

        assertRefused(send("h"));
        assertRefused(send("i", "second"));
        // twice the limit is the end for any queue
        assertRefused(send("j", "fifth"));
        broker.answer(2);
        assertThat(others).allSatisfy(one -> assertThat(one).succeedsWithin(SOON));
        broker.answer(1);
        assertThat(send("k")).succeedsWithin(SOON);
    }

    @Test
    void a_queue_whose_slot_moves_leaves_others_their_share() throws Exception {
        broker.failWith(new SlotMovingException("slot 7 is moving", null));
        broker.answer(1_000);
        List<CompletableFuture<TaskInfo>> aside = new ArrayList<>();
        for (String id : List.of("a", "b", "c")) {
            aside.add(send(id));
            broker.awaitCall(id);
        }

        assertThat(send("d")).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining("slot 7 is moving");
        aside.add(send("e", "second"));
        broker.awaitCall("e");
        broker.failWith(null);

        assertThat(aside).allSatisfy(one -> assertThat(one).succeedsWithin(SOON));
    }

    private static void assertRefused(CompletableFuture<TaskInfo> sent) {
        assertThat(sent).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueOverflowException.class);
    }

    @Test
    void nobody_waits_for_ever_when_redis_is_down() {
        broker.failWith(new BrokerUnavailableException("no Redis", null));
        broker.answer(1);

        assertThat(send("a")).failsWithin(SOON).withThrowableThat().havingCause().isInstanceOf(EnqueueException.class)
                .isNotInstanceOf(EnqueueAmbiguousException.class).withMessageContaining("no Redis");
    }

    @Test
    void nobody_waits_for_ever_when_the_sending_thread_fails() throws Exception {
        send("a");
        broker.awaitCall();
        broker.answerTooFew();
        List<CompletableFuture<TaskInfo>> sent = List.of(send("b"), send("c"), send("d"));

        broker.answer(2);

        assertThat(sent.get(0)).succeedsWithin(SOON);
        assertThat(sent.subList(1, 3)).allSatisfy(one -> assertThat(one).failsWithin(SOON).withThrowableThat()
                .isInstanceOf(ExecutionException.class));
    }

    @Test
    void a_lost_answer_is_said_to_be_uncertain() {
        broker.failWith(new AmbiguousResultException("no answer", null));
        broker.answer(1);

        assertThat(send("a")).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueAmbiguousException.class).withMessageContaining("may or may not");
    }

    @Test
    void a_defect_reaches_the_sender_and_the_next_task_is_stored() {
        broker.failWith(new IllegalStateException("defect"));
        broker.answer(1);
        assertThat(send("a")).failsWithin(SOON).withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class);

        broker.failWith(null);
        broker.answer(1);
        assertThat(send("b")).succeedsWithin(SOON);
    }

    @Test
    void a_callback_that_leaves_the_interrupt_flag_set_stops_nothing() throws Exception {
        CompletableFuture<Void> interrupting = send("a").thenAccept(info -> Thread.currentThread().interrupt());
        broker.answer(2);
        assertThat(interrupting).succeedsWithin(SOON);

        assertThat(send("b")).succeedsWithin(SOON);
    }

    @Test
    void without_a_thread_a_task_is_refused_and_the_next_one_tries_again() throws Exception {
        AtomicBoolean none = new AtomicBoolean(true);
        AsynqClient starting = DefaultAsynqClient.builder(broker)
                .threads(work -> none.get() ? null : new Thread(work)).build();
        broker.answer(1);

        assertThat(starting.enqueueAsync(Task.of("t", "").id("a")).toCompletableFuture()).failsWithin(SOON)
                .withThrowableThat().havingCause().isInstanceOf(EnqueueException.class)
                .withMessage("task a was not enqueued: the thread factory returned no thread for asynq-enqueue");
        none.set(false);
        assertThat(starting.enqueueAsync(Task.of("t", "").id("b")).toCompletableFuture()).succeedsWithin(SOON);
        starting.close();
    }

    @Test
    void what_cannot_be_stored_before_the_end_fails_instead_of_hanging() throws Exception {
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        sent.add(send("a"));
        broker.awaitCall();
        sent.add(send("b"));

        // the server interrupts the closing thread, and the call never returns
        Thread.currentThread().interrupt();
        client.close();
        assertThat(Thread.interrupted()).isTrue();

        assertThat(sent.get(1)).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining("task b");
        assertThat(broker.calls()).containsExactly(List.of("a"));
    }

    /** Sends a task whose slot is moving; it is tried again later. */
    private CompletableFuture<TaskInfo> sendToMovingSlot() throws InterruptedException {
        broker.failWith(new SlotMovingException("slot 7 is moving", null));
        broker.answer(1);
        CompletableFuture<TaskInfo> aside = send("a");
        broker.awaitCall();
        broker.awaitCall();
        return aside;
    }

    @Test
    void a_task_whose_slot_moves_is_stored_before_the_end_if_it_has_moved() throws Exception {
        CompletableFuture<TaskInfo> aside = sendToMovingSlot();

        broker.failWith(null);
        broker.answer(1);
        client.close();

        assertThat(aside).isCompleted();
        assertThat(broker.calls()).containsExactly(List.of("a"), List.of("a"));
    }

    @Test
    void a_task_whose_slot_still_moves_at_the_end_fails() throws Exception {
        CompletableFuture<TaskInfo> aside = sendToMovingSlot();

        // the end does not wait
        Thread.currentThread().interrupt();
        client.close();
        assertThat(Thread.interrupted()).isTrue();
        broker.answer(1);

        assertThat(aside).failsWithin(Duration.ofSeconds(5)).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining("slot 7 is moving");
        threads.get(0).join(SOON.toMillis());
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void an_interrupt_ends_no_waiting_and_later_tasks_are_stored() throws Exception {
        CompletableFuture<TaskInfo> aside = sendToMovingSlot();
        broker.answer(1);
        threads.get(0).interrupt();
        broker.awaitCall();
        broker.failWith(null);
        broker.answer(10);

        assertThat(aside).succeedsWithin(SOON);
        CompletableFuture<TaskInfo> resting = send("b");
        assertThat(resting).succeedsWithin(SOON);
        await().untilAsserted(() -> assertThat(threads.get(0).getState()).isEqualTo(Thread.State.WAITING));
        threads.get(0).interrupt();
        assertThat(send("c")).succeedsWithin(SOON);
    }

    @Test
    void with_nothing_to_store_the_thread_rests_until_the_end() throws Exception {
        broker.answer(1);
        assertThat(send("a")).succeedsWithin(SOON);

        await().untilAsserted(() -> assertThat(threads.get(0).getState()).isEqualTo(Thread.State.WAITING));

        client.close();
        threads.get(0).join(SOON.toMillis());
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void the_thread_ends_even_if_the_end_does_not_wait_for_it() throws Exception {
        broker.answer(1);
        assertThat(send("a")).succeedsWithin(SOON);

        Thread.currentThread().interrupt();
        client.close();
        assertThat(Thread.interrupted()).isTrue();

        threads.get(0).join(SOON.toMillis());
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void whatever_is_sent_while_the_client_is_closed_is_stored_or_refused_and_the_thread_ends() throws Exception {
        broker.answer(1_000_000);
        for (int round = 0; round < 300; round++) {
            AsynqClient closing = newClient(1 + round % 3);
            List<CompletableFuture<TaskInfo>> sent = new CopyOnWriteArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 30; i++) {
                    sent.add(closing.enqueueAsync(Task.of("t", "").id("t" + i)).toCompletableFuture());
                    begun.countDown();
                }
            });
            sender.start();
            begun.await();
            if (round % 2 == 0) {
                Thread.currentThread().interrupt();
            }
            closing.close();
            Thread.interrupted();
            sender.join();

            for (CompletableFuture<TaskInfo> one : sent) {
                assertThat(one.handle((info, error) -> "answered")).succeedsWithin(SOON);
            }
            for (Thread thread : threads) {
                thread.join(SOON.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
            threads.clear();
        }
    }

    @Test
    void tasks_for_a_slow_node_are_stored_beside_the_others_and_in_their_order() throws Exception {
        broker.slow("late", "node");
        CompletableFuture<TaskInfo> first = send("a", "late");
        broker.awaitCall("a");
        broker.slow("late", null);
        CompletableFuture<TaskInfo> second = send("b", "late");
        CompletableFuture<TaskInfo> other = send("c");
        broker.awaitCall("c");
        assertThat(broker.calls()).containsExactly(List.of("a"), List.of("c"));

        broker.answer(3);
        assertThat(List.of(first, second, other)).allSatisfy(sent -> assertThat(sent).succeedsWithin(SOON));
        assertThat(threads).hasSize(2);
        broker.slow("late", "node");
        broker.answer(5);
        for (int i = 0; i < 5; i++) {
            assertThat(send("late" + i, "late")).as("it waits no longer").succeedsWithin(SOON);
        }
    }

    @Test
    void tasks_for_slow_nodes_do_not_wait_for_each_other() throws Exception {
        for (String queue : List.of("late", "later")) {
            broker.slow(queue, "node of " + queue);
            send(queue, queue);
            broker.awaitCall(queue);
        }

        assertThat(threads).hasSize(3);
        client.close();
        broker.answer(2);
        for (Thread thread : threads) {
            thread.join(SOON.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void tasks_that_wait_for_a_slow_node_count_as_waiting() throws Exception {
        broker.slow("late", "node");
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        sent.add(send("a", "late"));
        broker.awaitCall("a");
        for (String id : List.of("b", "c", "d")) {
            sent.add(send(id, "late"));
        }

        assertRefused(send("e", "late"));
        client.close();

        assertThat(sent.subList(1, 4)).allSatisfy(one -> assertThat(one).failsWithin(SOON).withThrowableThat()
                .havingCause().isInstanceOf(EnqueueException.class));
        broker.answer(1);
        assertThat(sent.get(0)).succeedsWithin(SOON);
        for (Thread thread : threads) {
            thread.join(SOON.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private CompletableFuture<TaskInfo> send(String id) {
        return send(id, "default");
    }

    private CompletableFuture<TaskInfo> send(String id, String queue) {
        return client.enqueueAsync(Task.of("t", "").id(id).queue(queue)).toCompletableFuture();
    }
}
