package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Lanes for which the container has no thread, or whose application has ended. */
class RefusedLanesTest extends OpenLanes {

    private volatile boolean alive = true;
    private volatile boolean refusing;
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void a_task_for_which_the_container_has_no_thread_is_requeued_as_it_was() {
        refusing = true;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "payload").queue(queue).id("refused").maxRetry(0));

        Awaitility.await().until(() -> refusals.get() == 1 && ask("LLEN", "pending").equals("1"));
        assertThat(ask("ZCARD", "archived")).isEqualTo("0");
        assertThat(ask("ZCARD", "retry")).isEqualTo("0");
        refusing = false;

        assertThat(nextOffered().getPayload()).isEqualTo("payload");
        assertThat(refusals).as("refused once, not over and over").hasValue(1);
    }

    @Test
    void a_lane_that_is_offered_while_its_task_is_being_requeued_is_not_lost() {
        refusing = true;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        enqueue(1);

        Awaitility.await().until(() -> {
            IntStream.range(0, 10_000).forEach(i -> channel.offerRefusedLanes());
            return refusals.get() > 10;
        });
        refusing = false;

        assertThat(nextOffered().getPayload()).isEqualTo("payload 0");
    }

    /** As without memory: not even the failure can be logged. */
    private static final class Unloggable extends Error {

        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new OutOfMemoryError();
        }

        @Override
        public String getMessage() {
            throw new OutOfMemoryError();
        }
    }

    @Test
    void a_task_whose_failure_cannot_be_handled_fails_later_and_its_lane_continues() {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().onNext = message -> {
            onlyLane().subscription.request(1);
            if (message.getPayload().equals("payload 0")) {
                throw new Unloggable();
            }
        };
        onlyLane().subscription.request(1);
        enqueue(2);

        assertThat(Awaitility.await().until(() -> {
            channel.offerRefusedLanes();
            return onlyLane().poll(Duration.ZERO);
        }, message -> message != null && message.getPayload().equals("payload 1"))).isNotNull();
        Awaitility.await().until(() -> ask("ZCARD", "retry").equals("1"));
    }

    /** Returns the tasks that a lane receives when it is offered repeatedly, as by the runtime. */
    private AsynqMessage<?> nextOffered() {
        return Awaitility.await().until(() -> {
            channel.offerRefusedLanes();
            return onlyLane().poll(Duration.ZERO);
        }, Objects::nonNull);
    }

    @Test
    void a_task_of_an_application_that_has_ended_is_requeued_as_it_was() {
        alive = false;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "payload").queue(queue).id("late").maxRetry(0));

        Awaitility.await().until(() -> looks.get() > 0 && ask("LLEN", "pending").equals("1"));
        alive = true;

        assertThat(nextOffered().retried()).isZero();
        assertThat(looks).hasValue(2);
    }

    @Override
    boolean isAlive() {
        looks.incrementAndGet();
        return alive;
    }

    /** The executor, unless it refuses. */
    @Override
    LaneExecutor threads() {
        return new LaneExecutor() {
            @Override
            public void execute(Runnable work) {
                if (refusing) {
                    refusals.incrementAndGet();
                    throw new RejectedExecutionException("no thread");
                }
                executor.execute(work);
            }

            @Override
            public void addLane() {
                executor.addLane();
            }

            @Override
            public boolean stop(Duration limit) {
                return executor.stop(limit);
            }
        };
    }
}
