package io.github.asynqee.messaging.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.NotificationOptions;
import jakarta.enterprise.util.TypeLiteral;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.RedisChecked;
import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.redis.BrokerException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventBridgeTest {

    private static final byte[] PAYLOAD = new byte[0];

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger drops = new AtomicInteger();
    private final EventObservers observers = new EventObservers();
    private final Observed events = new Observed();
    private final EventBridge bridge = new EventBridge(events, observers, Thread::new);

    private interface Observer {
        void observe(Object event) throws InterruptedException;
    }

    /** Fires asynchronously as a container does: observers run on the executor of the options. */
    private static final class Observed implements Event<Object> {

        private Observer observer;

        @Override
        public <U> CompletionStage<U> fireAsync(U event, NotificationOptions options) {
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
        public void fire(Object event) {
            throw new AssertionError("must not be fired synchronously");
        }

        @Override
        public <U> CompletionStage<U> fireAsync(U event) {
            throw new AssertionError("must not be fired on the container's threads");
        }

        @Override
        public Event<Object> select(Annotation... qualifiers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <U> Event<U> select(Class<U> subtype, Annotation... qualifiers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <U> Event<U> select(TypeLiteral<U> subtype, Annotation... qualifiers) {
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

        bridge.tasks(drops::incrementAndGet).on(completed(1));
        bridge.tasks(drops::incrementAndGet).on(revoked);

        await().untilAsserted(() -> assertThat(seen).containsExactly(revoked));
        observers.add(TaskEvent.class);
        bridge.tasks(drops::incrementAndGet).on(completed(2));
        await().untilAsserted(() -> assertThat(seen).containsExactly(revoked, completed(2)));
    }

    @Test
    void without_observers_no_events_are_fired() {
        assertThat(bridge.tasks(drops::incrementAndGet)).isSameAs(TaskListener.NONE);
        assertThat(bridge.healthChecks("redis://here", drops::incrementAndGet)).isNull();
        observers.add(RedisChecked.class);
        assertThat(bridge.tasks(drops::incrementAndGet)).isSameAs(TaskListener.NONE);
    }

    @Test
    void how_redis_is_can_be_observed() {
        events.observer = seen::add;
        observers.add(RedisChecked.class);
        BrokerException error = new BrokerException("refused", null);

        bridge.healthChecks("redis://here", drops::incrementAndGet).accept(Optional.empty());
        await().untilAsserted(() -> assertThat(seen).hasSize(1));
        bridge.healthChecks("redis://here", drops::incrementAndGet).accept(Optional.of(error));
        await().untilAsserted(() -> assertThat(seen).hasSize(2));

        assertThat(seen).extracting(event -> ((RedisChecked) event).isAvailable()).containsExactly(true, false);
        assertThat(seen).extracting(event -> ((RedisChecked) event).error()).containsExactly(null, error);
    }

    @Test
    void an_observer_that_throws_harms_nothing() {
        observers.add(TaskEvent.class);
        events.observer = event -> {
            seen.add(event);
            throw new IllegalStateException("observer fails on purpose");
        };

        bridge.tasks(drops::incrementAndGet).on(completed(1));
        bridge.tasks(drops::incrementAndGet).on(completed(2));

        await().untilAsserted(() -> assertThat(seen).hasSize(2));
    }

    @Test
    void slow_observers_lose_events_and_delay_nothing() {
        CountDownLatch slow = new CountDownLatch(1);
        observers.add(TaskEvent.class);
        events.observer = event -> {
            slow.await();
            seen.add(event);
        };
        int most = EventBridge.MAX_WAITING + EventBridge.THREADS;

        for (int i = 0; i < most + 1_000; i++) {
            bridge.tasks(drops::incrementAndGet).on(completed(i));
        }
        assertThat(drops).hasValue(1_000);
        slow.countDown();

        await().untilAsserted(() -> assertThat(seen).hasSize(most));
        bridge.tasks(drops::incrementAndGet).on(completed(-1));
        await().untilAsserted(() -> assertThat(seen).contains(completed(-1)));
    }
}
