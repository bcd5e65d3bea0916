package io.github.asynqee.messaging.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.NotificationOptions;
import jakarta.enterprise.util.TypeLiteral;

import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.task.TaskInfo;
import io.github.asynqee.task.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskEventBridgeTest {

    private static final byte[] PAYLOAD = new byte[0];

    private final Queue<TaskEvent> seen = new ConcurrentLinkedQueue<>();
    private final EventObservers observers = new EventObservers();
    private final Observed events = new Observed();
    private final TaskEventBridge bridge = new TaskEventBridge(events, observers, Thread::new);

    private interface Observer {
        void observe(TaskEvent event) throws InterruptedException;
    }

    /** Fires asynchronously as a container does: observers run on the executor of the options. */
    private static final class Observed implements Event<TaskEvent> {

        private Observer observer;

        @Override
        public <U extends TaskEvent> CompletionStage<U> fireAsync(U event, NotificationOptions options) {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    observer.observe(event);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return event;
            }, options.getExecutor());
        }

        @Override
        public void fire(TaskEvent event) {
            throw new AssertionError("must not be fired synchronously");
        }

        @Override
        public <U extends TaskEvent> CompletionStage<U> fireAsync(U event) {
            throw new AssertionError("must not be fired on the container's threads");
        }

        @Override
        public Event<TaskEvent> select(Annotation... qualifiers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <U extends TaskEvent> Event<U> select(Class<U> subtype, Annotation... qualifiers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <U extends TaskEvent> Event<U> select(TypeLiteral<U> subtype, Annotation... qualifiers) {
            throw new UnsupportedOperationException();
        }
    }

    @AfterEach
    void end() {
        bridge.close();
    }

    private static TaskInfo task(String id) {
        return new TaskInfo(id, "default", "t", PAYLOAD, Map.of(), TaskState.COMPLETED, 0, 0, "", null,
                Duration.ZERO, null, "", Duration.ZERO, null, null);
    }

    private static TaskEvent completed(int number) {
        return new TaskCompleted(task("t" + number), Instant.EPOCH, Duration.ZERO);
    }

    @Test
    void only_what_is_observed_is_fired() {
        events.observer = seen::add;
        TaskEvent revoked = new TaskRevoked(task("r"), Instant.EPOCH);
        observers.add(TaskRevoked.class);

        bridge.on(completed(1));
        bridge.on(revoked);

        await().untilAsserted(() -> assertThat(seen).containsExactly(revoked));
        observers.add(TaskEvent.class);
        bridge.on(completed(2));
        await().untilAsserted(() -> assertThat(seen).containsExactly(revoked, completed(2)));
    }

    @Test
    void an_observer_that_throws_harms_nothing() {
        observers.add(TaskEvent.class);
        events.observer = event -> {
            seen.add(event);
            throw new IllegalStateException("observer fails on purpose");
        };

        bridge.on(completed(1));
        bridge.on(completed(2));

        await().untilAsserted(() -> assertThat(seen).hasSize(2));
    }

    @Test
    void observers_that_cannot_keep_up_lose_events_and_nobody_waits_for_them() {
        CountDownLatch slow = new CountDownLatch(1);
        observers.add(TaskEvent.class);
        events.observer = event -> {
            slow.await();
            seen.add(event);
        };
        int most = TaskEventBridge.MAX_WAITING + TaskEventBridge.THREADS;

        for (int i = 0; i < most + 1_000; i++) {
            bridge.on(completed(i));
        }
        slow.countDown();

        await().untilAsserted(() -> assertThat(seen).hasSize(most));
        bridge.on(completed(-1));
        await().untilAsserted(() -> assertThat(seen).contains(completed(-1)));
    }
}
