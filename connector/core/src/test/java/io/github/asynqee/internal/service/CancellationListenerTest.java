package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing but a stop ends the watch. */
@Timeout(60)
class CancellationListenerTest {

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final Queue<Object> messages = new ArrayDeque<>();
    private final Queue<Throwable> refusals = new ArrayDeque<>();
    private final CancellationListener watch = new CancellationListener(new CancellationSubscription() {
        @Override
        public void subscribe() {
            happened.add("subscribe");
            if (!refusals.isEmpty()) {
                throwUnchecked(refusals.poll());
            }
        }

        @Override
        public Request next() {
            Object message = messages.poll();
            if (message instanceof Throwable failure) {
                throwUnchecked(failure);
            }
            if (message == null) {
                stop();
                throw new BrokerUnavailableException("closed", null);
            }
            return new Request((String) message, Instant.EPOCH);
        }

        @Override
        public void ping() {
            happened.add("ping");
        }

        @Override
        public void close() {
            happened.add("close");
        }
    }, this::cancel);

    private final PeriodicThread thread = PeriodicThread.of("listener", Duration.ofMillis(1), Thread::new, watch);

    private void stop() {
        thread.stop();
    }

    /** Runs until the messages are used up. */
    private void run() {
        thread.start();
        thread.join(StopTime.of(Duration.ofSeconds(20)));
    }

    private void cancel(CancellationSubscription.Request request) {
        String id = request.taskId();
        happened.add(id);
        if (id.equals("broken")) {
            throw new IllegalStateException("defect");
        } else if (id.equals("worse")) {
            throw new AssertionError("defect");
        }
    }

    private static void throwUnchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    @Test
    void a_message_that_cannot_be_handled_does_not_even_end_the_subscription() {
        messages.addAll(List.of("broken", "worse", "t1"));

        run();

        assertThat(happened).containsExactly("subscribe", "broken", "worse", "t1", "close");
    }

    @Test
    void a_subscription_that_ended_is_made_again() {
        messages.addAll(List.of("t1", new BrokerUnavailableException("broken", null), "t2",
                new IllegalStateException("defect"), "t3", new AssertionError("defect"), "t4"));

        run();

        assertThat(happened).containsExactly("subscribe", "t1", "subscribe", "t2", "subscribe", "t3", "subscribe", "t4",
                "close");
    }

    @Test
    void who_is_refused_asks_again() {
        refusals.add(new BrokerException("NOPERM", null));
        refusals.add(new BrokerUnavailableException("away", null));
        messages.add("t1");

        run();

        assertThat(happened).containsExactly("subscribe", "subscribe", "subscribe", "t1", "close");
    }

    @Test
    void a_stopped_watch_does_not_begin() {
        watch.ping();
        thread.stop();

        run();

        assertThat(happened).containsExactly("ping", "close");
    }
}
