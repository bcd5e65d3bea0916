package io.github.asynqee.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.thread.PeriodicThread;
import org.junit.jupiter.api.Test;

/** Writing of outcomes: each is written, or dropped at the end; nobody waits for ever. */
class CompleterInterleavingsTest {

    private static PeriodicThread start(Engine engine) {
        PeriodicThread thread = PeriodicThread.of("completer", Duration.ofSeconds(1), Thread::new, engine.completer);
        thread.start();
        return thread;
    }

    private static void await(TaskDelivery delivery) {
        delivery.confirmed().toCompletableFuture().join();
    }

    @Test
    void each_outcome_is_written_and_confirmed() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            PeriodicThread thread = start(engine);
            Schedules.together(first::succeedUnawaited, second::succeed);
            await(first);
            await(second);
            thread.stop(Duration.ofHours(1));
            assertThat(engine.broker.ended()).hasSize(2);
        });
    }

    @Test
    void an_outcome_beside_the_end_is_written_or_dropped() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            PeriodicThread thread = start(engine);
            Schedules.together(first::succeed, second::succeed, thread::stop);
            await(first);
            await(second);
            assertThat(first.isDone()).isEqualTo(engine.broker.ended().containsKey("a"));
            assertThat(second.isDone()).isEqualTo(engine.broker.ended().containsKey("b"));
        });
    }

    @Test
    void two_outcomes_after_the_end_are_dropped_beside_its_last_step() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            engine.broker.fail(10, false);
            Schedules.together(first::succeed, second::succeed, engine.completer::end);
            await(first);
            await(second);
            assertThat(engine.broker.active()).isEqualTo(2);
        });
    }

    @Test
    void a_callback_of_a_dropped_outcome_may_wait_for_a_lock_of_its_own() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            engine.completer.end();
            Object lock = new Object();
            first.confirmed().thenRun(() -> {
                synchronized (lock) {
                    assertThat(first.isConfirmed()).isTrue();
                }
            });
            Schedules.together(first::succeed, () -> {
                synchronized (lock) {
                    second.succeed();
                }
            });
            await(first);
            await(second);
        });
    }

    @Test
    void an_outcome_whose_reply_was_lost_is_written_once() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            engine.broker.fail(1, true);
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            PeriodicThread thread = start(engine);
            Schedules.together(first::succeedUnawaited, second::succeedUnawaited);
            await(first);
            await(second);
            thread.stop(Duration.ofHours(1));
            assertThat(first.isDone() && second.isDone()).isTrue();
        });
    }
}
