package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.github.asynqee.Task;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.HandlerCall;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.cdi.HandlerGuard;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a task is settled: before, during or after the call of its handler. */
class AcknowledgementTest extends OpenLanes {

    @Test
    void what_the_handler_threw_becomes_the_tasks_error() {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).queue(queue));

        AsynqMessage<?> message = onlyLane().next();
        message.nack(new CompletionException(new InvocationTargetException(new IllegalStateException("boom"))))
                .toCompletableFuture().join();
        message.ack().toCompletableFuture().join();

        assertThat(hashField("one", "state")).isEqualTo("archived");
        assertThat(hashField("one", "msg")).contains("boom").doesNotContain("InvocationTarget");
    }

    @Test
    void a_handler_that_runs_after_its_task_is_done_runs_on_the_lanes_thread() {
        start(1, String.class, AckCompletion.WRITTEN_BEFORE_HANDLER);
        CompletableFuture<Boolean> sameThread = new CompletableFuture<>();
        onlyLane().onNext = message -> {
            Thread lane = Thread.currentThread();
            message.ack().thenRun(() -> sameThread.complete(Thread.currentThread() == lane));
        };
        onlyLane().subscription.request(1);
        enqueue(1);

        onlyLane().next();
        assertThat(sameThread.join()).isTrue();
    }

    @SuppressWarnings("unused")
    interface Before {

        @Acknowledgment(Strategy.PRE_PROCESSING)
        void handle(Message<String> message);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_handler_that_runs_after_its_task_is_done_is_not_called_if_that_could_not_be_written(boolean lost) {
        CountDownLatch called = new CountDownLatch(1);
        acknowledgeBeforeHandler(called::countDown, message -> {
            if (lost) {
                // simulates another worker's lease; a missing lease would be repaired
                RespClient.ask(redis, "ZADD", "asynq:{" + queue + "}:lease", "99999999999", message.id());
            }
        });

        onlyLane().next();
        assertThat(called.getCount()).isEqualTo(lost ? 1 : 0);
        assertThat(RespClient.ask(redis, "LLEN", "asynq:{" + queue + "}:active")).endsWith(lost ? "1" : "0");
    }

    @Test
    void a_handler_that_runs_after_its_task_is_done_is_called_if_its_thread_is_interrupted_while_that_is_written() {
        CountDownLatch called = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        acknowledgeBeforeHandler(() -> {
            called.countDown();
            interrupted.set(Thread.interrupted());
        }, message -> Thread.currentThread().interrupt());

        onlyLane().next();
        assertThat(called.getCount()).isZero();
        assertThat(interrupted).as("the handler sees the interrupt").isTrue();
    }

    private void acknowledgeBeforeHandler(Runnable handler, Consumer<AsynqMessage<?>> before) {
        start(1, String.class, AckCompletion.WRITTEN_BEFORE_HANDLER);
        onlyLane().onNext = message -> {
            before.accept(message);
            message.ack();
            try {
                new HandlerGuard().guard(new HandlerCall(Before.class.getMethods()[0], message, () -> {
                    handler.run();
                    return null;
                }));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        onlyLane().subscription.request(1);
        enqueue(1);
    }

    @Test
    void a_failure_after_the_acknowledgement_is_logged_and_changes_nothing() {
        start(1, String.class, AckCompletion.WRITTEN);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).retention(Duration.ofHours(1)).queue(queue));
        onlyLane().subscription.request(1);
        AsynqMessage<?> message = onlyLane().next();
        List<LogRecord> records = new ArrayList<>();
        Logger logger = Logger.getLogger(LaneMessage.class.getName());
        logger.setFilter(records::add);

        message.ack().toCompletableFuture().join();
        message.nack(new IllegalStateException("too late")).toCompletableFuture().join();

        logger.setFilter(null);
        assertThat(hashField("one", "state")).isEqualTo("completed");
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getMessage()).contains(queue + "/one", "failed after the acknowledgement");
            assertThat(record.getThrown()).hasMessage("too late");
        });
    }
}
