package io.github.asynqee.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.redis.BrokerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PeriodicThreadTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void work_runs_at_once_and_again_after_any_failure() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch five = new CountDownLatch(5);
        PeriodicThread thread = started(PeriodicThread.every("test", Duration.ofMillis(1), Thread::new, () -> {
            five.countDown();
            if (runs.incrementAndGet() % 2 == 0) {
                throw new BrokerException("Redis cannot be reached", null);
            }
            throw new IllegalStateException("defect");
        }));

        assertThat(five.await(20, TimeUnit.SECONDS)).isTrue();
        thread.stop();
        thread.join(StopTime.of(LIMIT));
    }

    @Test
    void a_stop_waits_for_the_run_under_way_and_ends_the_rest_at_once() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        PeriodicThread thread = started(PeriodicThread.every("test", Duration.ofDays(1), Thread::new, () -> {
            running.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            runs.incrementAndGet();
        }));
        running.await();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> {
            thread.stop();
            thread.join(StopTime.of(LIMIT));
        });
        assertThat(stopped).isNotDone();
        release.countDown();

        stopped.get(20, TimeUnit.SECONDS);
        assertThat(runs).hasValue(1);
    }

    private final Semaphore runs = new Semaphore(0);

    private static PeriodicThread started(PeriodicThread thread) {
        thread.start();
        return thread;
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitRun() throws InterruptedException {
        assertThat(runs.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_wake_up_ends_the_rest_and_one_given_during_a_run_is_not_lost() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        PeriodicThread thread = started(PeriodicThread.of("test", Duration.ofDays(1), Thread::new, () -> {
            runs.release();
            awaitUnchecked(release);
            return Duration.ofDays(1);
        }));
        awaitRun();
        thread.wake();
        thread.wake();
        release.countDown();

        awaitRun();
        thread.wake();
        awaitRun();
        thread.stop();
        thread.join(StopTime.of(LIMIT));
        assertThat(runs.availablePermits()).isZero();
    }

    @Test
    void a_job_determines_its_rest_and_a_failure_is_followed_by_the_pause() throws Exception {
        AtomicInteger count = new AtomicInteger();
        PeriodicThread thread = started(PeriodicThread.of("test", Duration.ofMillis(1), Thread::new, () -> {
            runs.release();
            if (count.incrementAndGet() == 2) {
                throw new BrokerException("away", null);
            }
            return count.get() < 3 ? Duration.ZERO : Duration.ofSeconds(Long.MAX_VALUE);
        }));
        awaitRun();
        awaitRun();
        awaitRun();

        thread.stop();
        thread.join(StopTime.of(LIMIT));
        assertThat(count).hasValue(3);
    }

    @Test
    void work_may_begin_after_a_pause() throws Exception {
        PeriodicThread soon = started(PeriodicThread.delayed("test", Duration.ofMillis(1), Thread::new, runs::release));
        awaitRun();
        awaitRun();
        soon.stop();
        soon.join(StopTime.of(LIMIT));
        runs.drainPermits();

        PeriodicThread late = started(PeriodicThread.delayed("test", Duration.ofDays(1), Thread::new, runs::release));
        late.stop();
        late.join(StopTime.of(LIMIT));
        assertThat(runs.availablePermits()).isZero();
    }

    @Test
    void the_end_is_called_once_on_the_same_thread_after_a_stop() throws Exception {
        CompletableFuture<Thread> ended = new CompletableFuture<>();
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        PeriodicThread thread = started(PeriodicThread.of("test", Duration.ofDays(1), Thread::new,
                new PeriodicJob() {
                    @Override
                    public Duration runOnce() {
                        ran.complete(Thread.currentThread());
                        return Duration.ofDays(1);
                    }

                    @Override
                    public void end() {
                        assertThat(ended.complete(Thread.currentThread())).isTrue();
                        throw new IllegalStateException("defect");
                    }
                }));
        ran.get(20, TimeUnit.SECONDS);
        thread.stop();

        assertThat(ended.get(20, TimeUnit.SECONDS)).isSameAs(ran.get());
        thread.join(StopTime.of(LIMIT));
    }

    @Test
    void whatever_a_run_throws_or_leaves_behind_another_one_follows_without_an_interrupt() throws Exception {
        List<PeriodicJob> jobs = List.of(() -> {
            throw new OutOfMemoryError("test");
        }, () -> {
            throw new InterruptedException();
        }, () -> {
            Thread.currentThread().interrupt();
            return Duration.ofMillis(1);
        }, () -> {
            throw PeriodicThreadTest.<RuntimeException>unchecked(new Exception("checked, not declared"));
        });
        for (PeriodicJob job : jobs) {
            AtomicInteger count = new AtomicInteger();
            CompletableFuture<Boolean> second = new CompletableFuture<>();
            PeriodicThread thread = started(PeriodicThread.of("test", Duration.ofMillis(1), Thread::new, () -> {
                if (count.incrementAndGet() == 1) {
                    return job.runOnce();
                }
                second.complete(Thread.currentThread().isInterrupted());
                return Duration.ofDays(1);
            }));

            assertThat(second.get(20, TimeUnit.SECONDS)).isFalse();
            thread.stop(LIMIT);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }
}
