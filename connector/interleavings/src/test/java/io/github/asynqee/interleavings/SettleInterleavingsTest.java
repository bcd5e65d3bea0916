package io.github.asynqee.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.AttemptObserver;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.metrics.OutcomeKind;
import org.junit.jupiter.api.Test;

/** One attempt: it has one outcome, which is written and confirmed once. */
class SettleInterleavingsTest {

    /** Counts the calls of the observer. */
    private static final class Observer implements AttemptObserver {
        private final AtomicInteger confirmed = new AtomicInteger();

        @Override
        public String traceId() {
            return null;
        }

        @Override
        public void handled() {
            // not counted
        }

        @Override
        public void failed(Throwable error, boolean counts) {
            // not counted
        }

        @Override
        public void confirmed(OutcomeKind outcome) {
            confirmed.incrementAndGet();
        }
    }

    @Test
    void an_attempt_has_one_outcome() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            AtomicInteger confirmed = new AtomicInteger();
            delivery.confirmed().thenRun(confirmed::incrementAndGet);
            Schedules.together(delivery::succeed, () -> delivery.fail(new IllegalStateException("failed")),
                    delivery::requeue);
            engine.write();
            assertThat(confirmed).hasValue(1);
            assertThat(engine.broker.ended().size() + engine.broker.pending()).isEqualTo(1);
            assertThat(engine.inFlight.isEmpty()).isTrue();
        });
    }

    @Test
    void a_lane_is_freed_once() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            AtomicInteger freed = new AtomicInteger();
            Schedules.together(() -> delivery.onLaneFree(freed::incrementAndGet), delivery::succeed, engine::write);
            engine.write();
            assertThat(freed).hasValue(1);
        });
    }

    @Test
    void the_interrupt_of_a_cancelled_attempt_does_not_reach_the_next() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            Schedules.together(() -> {
                assertThat(delivery.begin()).isTrue();
                delivery.end();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }, delivery::cancel);
        });
    }

    @Test
    void an_attempt_that_is_requeued_does_not_begin() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            boolean[] begun = new boolean[1];
            Schedules.together(() -> begun[0] = delivery.begin(), delivery::requeue);
            engine.write();
            assertThat(delivery.isClaimed()).isTrue();
            assertThat(delivery.begin()).isFalse();
            assertThat(delivery.begunAt() != null).isEqualTo(begun[0]);
        });
    }

    @Test
    void an_observer_of_an_abandoned_attempt_is_told_once() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            Observer observer = new Observer();
            boolean[] begun = new boolean[1];
            Schedules.together(() -> {
                begun[0] = delivery.begin();
                if (begun[0]) {
                    delivery.observe(observer);
                }
                delivery.end();
            }, delivery::abandon);
            assertThat(observer.confirmed).hasValue(begun[0] ? 1 : 0);
        });
    }

    @Test
    void a_lost_lease_beside_a_success_ends_the_attempt_once() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery delivery = engine.delivery("a");
            engine.broker.steal("a");
            AtomicInteger confirmed = new AtomicInteger();
            delivery.confirmed().thenRun(confirmed::incrementAndGet);
            Schedules.together(delivery::succeedUnawaited, () -> engine.leases().runOnce(engine.inFlight.tasks()));
            engine.write();
            assertThat(confirmed).hasValue(1);
            assertThat(delivery.isDone()).isFalse();
            assertThat(engine.inFlight.isEmpty()).isTrue();
        });
    }

    @Test
    void the_settler_forgets_what_is_written() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            TaskDelivery first = engine.delivery("a");
            TaskDelivery second = engine.delivery("b");
            Schedules.together(() -> first.settle(new Outcome.Done()), () -> second.settle(new Outcome.Done()),
                    engine::write);
            engine.write();
            assertThat(engine.inFlight.isEmpty()).isTrue();
            assertThat(engine.broker.ended()).hasSize(2);
        });
    }
}
