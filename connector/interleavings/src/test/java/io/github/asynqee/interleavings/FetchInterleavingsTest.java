package io.github.asynqee.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.thread.PeriodicJob;
import org.junit.jupiter.api.Test;

/** Taking of tasks: a worker at rest notices each change and each free lane, without its polls. */
class FetchInterleavingsTest {

    private static final Executor THREADS = work -> new Thread(work).start();

    /** How long a fetcher rests that awaits a change or a free lane. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);

    /**
     * Runs a fetcher until all tasks are handled. The longest rest of its thread has no end, so that a lost wake-up is not
     * hidden.
     */
    private static void fetch(Fetcher fetcher, CountDownLatch handled, Schedules.Step meanwhile) throws Exception {
        AtomicInteger stop = new AtomicInteger();
        Thread thread = Schedules.start(() -> {
            while (stop.get() == 0) {
                Duration rest = fetcher.runOnce();
                if (!rest.isZero()) {
                    fetcher.wakeup().await(rest.compareTo(LONGEST_REST) < 0 ? rest : PeriodicJob.UNTIL_WOKEN);
                }
            }
        });
        meanwhile.run();
        handled.await();
        stop.set(1);
        fetcher.demand();
        thread.join();
    }

    @Test
    void each_task_that_arrives_while_the_fetcher_goes_to_rest_is_taken() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            CountDownLatch handled = new CountDownLatch(2);
            HandlerLane.open(engine.channel, 2, delivery -> handled.countDown(), THREADS);
            Fetcher fetcher = engine.fetcher();
            engine.broker.queueChanges().start(null, null, new Changes(fetcher));
            fetch(fetcher, handled,
                    () -> Schedules.together(() -> engine.broker.push("a"), () -> engine.broker.push("b")));
        });
    }

    @Test
    void a_lane_that_becomes_free_gets_the_next_task() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            engine.broker.push("a");
            engine.broker.push("b");
            engine.broker.push("c");
            CountDownLatch handled = new CountDownLatch(3);
            HandlerLane.open(engine.channel, 1, delivery -> handled.countDown(), THREADS);
            fetch(engine.fetcher(), handled, () -> {});
        });
    }

    @Test
    void a_task_that_was_requeued_is_taken_again() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            engine.broker.push("a");
            CountDownLatch handled = new CountDownLatch(2);
            HandlerLane.open(engine.channel, 1, delivery -> {
                handled.countDown();
                if (handled.getCount() > 0) {
                    delivery.requeue();
                    engine.write();
                }
            }, THREADS);
            fetch(engine.fetcher(), handled, () -> {});
        });
    }

    @Test
    void what_is_held_when_the_worker_stops_is_requeued() {
        Schedules.explore(() -> {
            Engine engine = new Engine();
            engine.channel.maxPrefetch(10);
            AtomicInteger handled = new AtomicInteger();
            HandlerLane.open(engine.channel, 1, delivery -> handled.incrementAndGet(), Runnable::run);
            Delivery first = engine.delivery("a");
            Delivery second = engine.delivery("b");
            Schedules.Step deliver = () -> {
                if (!engine.channel.deliver(first)) {
                    first.requeue();
                }
            };
            Schedules.together(deliver, () -> {
                if (!engine.channel.deliver(second)) {
                    second.requeue();
                }
            });
            engine.channel.removePrefetched(delivery -> true).forEach(Delivery::requeue);
            engine.write();
            assertThat(engine.inFlight.isEmpty()).isTrue();
            assertThat(engine.broker.pending() + handled.get()).isEqualTo(2);
        });
    }
}
