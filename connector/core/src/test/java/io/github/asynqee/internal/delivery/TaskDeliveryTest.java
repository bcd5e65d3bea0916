package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

/** Which outcomes count, and which may wait for others. */
class TaskDeliveryTest {

    private static final Duration HOUR = Duration.ofHours(1);

    /** Whether the outcome may wait when it is handed over. */
    private static boolean mayWait(TaskMessage.Builder task, Consumer<TaskDelivery> end) {
        boolean[] may = new boolean[1];
        TaskDelivery.Settler settler = settler((delivery, outcome) -> may[0] = delivery.mayWait());
        end.accept(delivery(task, Clock.systemUTC(), settler));
        return may[0];
    }

    /** Reports each outcome to settle; it writes and confirms nothing. */
    private static TaskDelivery.Settler settler(BiConsumer<TaskDelivery, Outcome> settled) {
        return (TaskDelivery.Settler) Proxy.newProxyInstance(TaskDelivery.Settler.class.getClassLoader(),
                new Class<?>[]{ TaskDelivery.Settler.class }, (proxy, method, arguments) -> {
                    if (method.getName().equals("settle")) {
                        settled.accept((TaskDelivery) arguments[0], (Outcome) arguments[1]);
                    }
                    return method.getName().equals("outcomeOf") ? new Outcome.Requeue() : null;
                });
    }

    private static TaskDelivery delivery(TaskMessage.Builder task, Clock clock, TaskDelivery.Settler settler) {
        return new TaskDelivery(new Lease(task.build(), 1), 1, clock,
                new ChannelMetrics("c", () -> 0, () -> 0, () -> 0).consumed("default", "email:welcome"), settler);
    }

    private static TaskMessage.Builder task() {
        return TaskMessage.builder("email:welcome", "t", "default");
    }

    private static boolean mayWait(TaskMessage.Builder task) {
        return mayWait(task, TaskDelivery::succeedUnawaited);
    }

    @Test
    void a_success_waits_unless_the_handler_waits_for_it() {
        assertThat(mayWait(task())).isTrue();
        assertThat(mayWait(task(), TaskDelivery::succeed)).isFalse();
        assertThat(mayWait(task(), TaskDelivery::requeue)).isFalse();
    }

    @Test
    void a_success_whose_sender_may_wait_for_the_result_does_not_wait() {
        Instant deadline = Instant.EPOCH.plus(HOUR);

        assertThat(mayWait(task().retention(HOUR).deadline(deadline))).isFalse();
        assertThat(mayWait(task().retention(HOUR))).isTrue();
        assertThat(mayWait(task().deadline(deadline))).isTrue();
    }

    @Test
    void a_unique_task_whose_lock_refuses_others_does_not_wait() {
        assertThat(mayWait(task().uniqueKey("asynq:{default}:unique:email:welcome:1"))).isFalse();
    }

    @Test
    void after_a_moment_without_memory_another_outcome_can_be_settled() {
        List<Outcome> settled = new ArrayList<>();
        AtomicBoolean memory = new AtomicBoolean();
        TaskDelivery delivery = delivery(task(), Clock.systemUTC(), settler((ended, outcome) -> {
            if (!memory.get()) {
                throw new OutOfMemoryError();
            }
            settled.add(outcome);
        }));

        assertThatThrownBy(delivery::succeedUnawaited).isInstanceOf(OutOfMemoryError.class);
        memory.set(true);
        delivery.fail(new OutOfMemoryError());

        assertThat(settled).containsExactly(new Outcome.Requeue());
    }

    @Test
    void only_the_first_outcome_is_settled() {
        List<Outcome> settled = new ArrayList<>();
        TaskDelivery delivery = delivery(task(), Clock.systemUTC(), settler((of, outcome) -> settled.add(outcome)));
        delivery.begin();

        delivery.succeed();
        delivery.fail(new Exception());
        delivery.requeue();

        assertThat(settled).containsExactly(new Outcome.Done());
    }

    @Test
    void what_is_settled_before_its_start_does_not_begin() {
        TaskDelivery delivery = delivery(task(), Clock.systemUTC(), settler((of, outcome) -> {
        }));

        delivery.requeue();

        assertThat(delivery.begin()).isFalse();
    }

    /** The clock of the machine may be wrong. */
    @Test
    void the_time_that_is_left_is_by_the_time_of_redis() {
        ManualClock redis = ManualClock.startingAt("2033-05-18T03:33:20Z");
        TaskDelivery delivery = delivery(task().deadline(redis.instant().plus(HOUR)), redis, null);

        redis.advance(Duration.ofMinutes(10));

        assertThat(delivery.timeLeft()).isEqualTo(Duration.ofMinutes(50));
    }
}
