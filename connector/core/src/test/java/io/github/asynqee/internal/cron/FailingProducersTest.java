package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.PayloadSource;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Payload sources that hang, fail late or find no thread. */
@Timeout(60)
class FailingProducersTest extends ScheduleTest {

    private final List<Instant> produced = new ArrayList<>();

    private PeriodicTask beat(PayloadSource source) {
        return PeriodicTask.of("beat", "@every 7s", Task.of("beat", null)).payloads(tick -> {
            produced.add(tick);
            return source.produce(tick);
        });
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void a_thread_that_cannot_be_had_is_a_source_that_fails() {
        Deque<Throwable> refusals = new ArrayDeque<>(List.of(new OutOfMemoryError("not a real one"),
                new RejectedExecutionException("full")));
        Node node = node(Duration.ZERO, work -> {
            if (refusals.peek() instanceof Error e) {
                refusals.remove();
                throw e;
            }
            if (!refusals.isEmpty()) {
                throw (RuntimeException) refusals.remove();
            }
            work.run();
        });
        node.with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> "x"));

        run(seconds(120));

        assertThat(refusals).isEmpty();
        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(60),
                START.plusSeconds(120));
    }

    @Test
    void a_source_that_hangs_is_interrupted_when_a_later_tick_is_due() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Node node = node(Duration.ZERO, work -> {
            if (asked.getCount() > 0) {
                new Thread(work).start();
                awaitUnchecked(asked);
            } else {
                work.run();
            }
        });
        node.with(beat(tick -> {
            if (asked.getCount() > 0) {
                asked.countDown();
                try {
                    return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
            return "x";
        }));

        run(seconds(26));
        assertThat(produced).hasSize(1);
        run(seconds(1));
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        run(seconds(5));

        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(7),
                START.plusSeconds(14), START.plusSeconds(21), START.plusSeconds(28));
    }

    @Test
    void a_source_that_cannot_be_interrupted_does_not_use_up_threads() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        Node node = node(Duration.ZERO, work -> {
            if (release.getCount() > 0) {
                CountDownLatch begun = new CountDownLatch(1);
                threads.add(new Thread(() -> {
                    begun.countDown();
                    work.run();
                }));
                threads.get(threads.size() - 1).start();
                awaitUnchecked(begun);
                await("the source waits").until(
                        () -> threads.get(threads.size() - 1).getState() == Thread.State.WAITING);
            } else {
                work.run();
            }
        });
        node.with(PeriodicTask.of("beat", "@every 7s", Task.of("beat", null)).catchUp(CatchUp.ALL).payloads(tick -> {
            boolean hangs = true;
            while (hangs) {
                try {
                    release.await();
                    hangs = false;
                } catch (InterruptedException e) {
                    hangs = true;
                }
            }
            return "x";
        }));

        run(seconds(200));
        assertThat(threads).hasSize(PayloadCall.MAX_ABANDONED);
        assertThat(pending()).isEmpty();
        release.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        run(seconds(10));

        assertThat(node.enqueued().get(node.enqueued().size() - 1).tick()).isEqualTo(START.plusSeconds(210));
        assertThat(threads).hasSize(PayloadCall.MAX_ABANDONED);
    }

    @Test
    void a_call_that_has_not_begun_before_it_was_given_up_is_not_made() {
        List<Runnable> queued = new ArrayList<>();
        Node node = node(Duration.ZERO, queued::add);
        node.with(beat(tick -> "x"));
        run(seconds(27));

        queued.remove(0).run();

        assertThat(produced).isEmpty();
        run(seconds(5));
        queued.remove(0).run();
        assertThat(produced).containsExactly(START.plusSeconds(7));
    }

    @Test
    void a_source_that_fails_late_does_not_skip_the_tick_of_a_node_that_has_taken_over() {
        List<Runnable> failing = new ArrayList<>();
        List<Runnable> working = new ArrayList<>();
        Node one = node(Duration.ZERO, failing::add);
        one.with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> {
            throw new IllegalStateException("too late");
        }));
        run(seconds(60));
        Node other = node(Duration.ZERO, working::add);
        other.with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> "x"));
        run(seconds(26));
        assertThat(working).hasSize(1);

        failing.remove(0).run();
        one.scheduler.runOnce();
        working.remove(0).run();
        other.scheduler.runOnce();

        assertThat(other.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(60));
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
