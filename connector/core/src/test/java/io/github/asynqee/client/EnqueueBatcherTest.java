package io.github.asynqee.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.broker.BrokerUnavailableException;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.task.Task;
import io.github.asynqee.task.TaskInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EnqueueBatcherTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final SlowBroker broker = new SlowBroker();
    private final AsynqClient client = AsynqClient.builder(broker).maxWaiting(3).build();

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
                .withMessageContaining("3 tasks are waiting");
        broker.answer(2);
        assertThat(waiting).allSatisfy(one -> assertThat(one).succeedsWithin(SOON));
        assertThat(broker.calls()).doesNotContain(List.of("e"));
    }

    @Test
    void nobody_waits_for_ever_when_redis_is_down() {
        broker.failWith(new BrokerUnavailableException("no Redis", null));
        broker.answer(1);

        assertThat(send("a")).failsWithin(SOON).withThrowableThat().havingCause().isInstanceOf(EnqueueException.class)
                .isNotInstanceOf(EnqueueUncertainException.class).withMessageContaining("no Redis");
    }

    @Test
    void a_lost_answer_is_said_to_be_uncertain() {
        broker.failWith(new UnknownOutcomeException("no answer", null));
        broker.answer(1);

        assertThat(send("a")).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueUncertainException.class).withMessageContaining("may or may not");
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
    void what_cannot_be_stored_before_the_end_fails_instead_of_hanging() throws Exception {
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        sent.add(send("a"));
        broker.awaitCall();
        sent.add(send("b"));

        // an impatient server interrupts whoever closes, and the call never ends
        Thread.currentThread().interrupt();
        client.close();
        assertThat(Thread.interrupted()).isTrue();

        assertThat(sent.get(1)).failsWithin(SOON).withThrowableThat().havingCause()
                .isInstanceOf(EnqueueException.class).withMessageContaining("task b");
        assertThat(broker.calls()).containsExactly(List.of("a"));
    }

    private CompletableFuture<TaskInfo> send(String id) {
        return client.enqueueAsync(Task.of("t", "").id(id)).toCompletableFuture();
    }
}
