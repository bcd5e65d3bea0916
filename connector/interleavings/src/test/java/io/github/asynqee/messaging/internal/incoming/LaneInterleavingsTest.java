package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.control.RequestContextController;

import io.github.asynqee.interleavings.Engine;
import io.github.asynqee.interleavings.Schedules;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A lane beside the runtime's requests and cancellation: no lane and no task is lost. */
class LaneInterleavingsTest {

    /** Acknowledges each message, and requests the next one. */
    private static final class Handler implements Subscriber<Message<?>> {
        private final AtomicInteger handled = new AtomicInteger();
        private final AtomicBoolean busy = new AtomicBoolean();
        private Subscription lane;

        @Override
        public void onSubscribe(Subscription subscription) {
            lane = subscription;
        }

        @Override
        public void onNext(Message<?> message) {
            assertThat(busy.getAndSet(true)).isFalse();
            handled.incrementAndGet();
            message.ack();
            busy.set(false);
            lane.request(1);
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {
            // a lane has no end
        }
    }

    private static final class Threads implements LaneExecutor {
        @Override
        public void execute(Runnable work) {
            new Thread(work).start();
        }

        @Override
        public void addLane() {
            // a thread for each task
        }

        @Override
        public boolean stop(Duration limit) {
            return true;
        }
    }

    private static LaneSubscription lane(Engine engine, Handler handler, boolean stopping) {
        RequestContextController context = new RequestContextController() {
            @Override
            public boolean activate() {
                return true;
            }

            @Override
            public void deactivate() {
                // nothing is open
            }
        };
        LaneSetup setup = new LaneSetup("type", null, null, null, LaneMessage.AckCompletion.IMMEDIATE, new Threads(),
                () -> context, HandlerScope.Source.NONE, () -> true);
        LaneSubscription lane = new LaneSubscription(engine.channel, setup,
                delivery -> new IncomingMessage((TaskDelivery) delivery, "payload", setup, "c"), () -> stopping,
                cancelled -> {}, handler);
        handler.onSubscribe(lane);
        return lane;
    }

    private static void deliver(Engine engine, Delivery delivery) {
        if (!engine.channel.deliver(delivery)) {
            delivery.requeue();
        }
        engine.write();
    }

    private static void await(Engine engine, Delivery... deliveries) {
        for (Delivery delivery : deliveries) {
            while (!delivery.isConfirmed()) {
                Thread.yield();
                engine.write();
            }
        }
    }

    @Test
    void each_task_is_handled_or_refused_and_the_lane_is_free_again() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            Handler handler = new Handler();
            LaneSubscription lane = lane(engine, handler, false);
            Delivery first = engine.delivery("a");
            Delivery second = engine.delivery("b");
            Schedules.together(() -> lane.request(1), () -> deliver(engine, first), () -> deliver(engine, second));
            await(engine, first, second);
            while (engine.channel.capacity() == 0) {
                Thread.yield();
            }
            assertThat(engine.broker.pending() + handler.handled.get()).isEqualTo(2);
        });
    }

    @Test
    void a_lane_cancelled_beside_a_request_leaves_the_channel() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            LaneSubscription lane = lane(engine, new Handler(), true);
            Schedules.together(() -> lane.request(1), lane::cancel);
            assertThat(engine.channel.isClosed()).isTrue();
            assertThat(engine.channel.capacity()).isZero();
        });
    }

    @Test
    void a_lane_cancelled_beside_a_delivery_loses_no_task() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            engine.channel.maxPrefetch(10);
            Handler handler = new Handler();
            LaneSubscription lane = lane(engine, handler, true);
            lane.request(1);
            Delivery first = engine.delivery("a");
            Delivery second = engine.delivery("b");
            Schedules.together(() -> deliver(engine, first), () -> deliver(engine, second), lane::cancel);
            await(engine, first, second);
            assertThat(engine.channel.prefetched()).isZero();
            assertThat(engine.broker.pending() + handler.handled.get()).isEqualTo(2);
        });
    }
}
