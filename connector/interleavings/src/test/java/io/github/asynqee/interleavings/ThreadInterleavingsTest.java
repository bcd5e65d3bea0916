package io.github.asynqee.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import org.junit.jupiter.api.Test;

/** Threads of the engine: no wake-up is lost, and a stop ends them. */
class ThreadInterleavingsTest {

    /** Handles the added work, and rests until it is woken. */
    private static final class Job implements PeriodicJob {
        private final Signal signal = new Signal();
        private final AtomicInteger added = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final CountDownLatch left;
        private boolean ranAfterEnd;

        Job(int expected) {
            left = new CountDownLatch(expected);
        }

        @Override
        public Signal wakeup() {
            return signal;
        }

        @Override
        public Duration minRest() {
            return Duration.ZERO;
        }

        @Override
        public Duration runOnce() {
            ranAfterEnd |= ends.get() > 0;
            for (int i = added.getAndSet(0); i > 0; i--) {
                left.countDown();
            }
            return UNTIL_WOKEN;
        }

        @Override
        public void end() {
            ends.incrementAndGet();
            ended.countDown();
        }
    }

    private static PeriodicThread thread(Job job) {
        return PeriodicThread.of("test", Duration.ofSeconds(1), Thread::new, job);
    }

    private static void end(PeriodicThread thread, Job job) throws InterruptedException {
        thread.stop();
        job.ended.await();
    }

    @Test
    void a_signal_set_by_two_threads_wakes_for_both() {
        Schedules.explore(() -> {
            Signal signal = new Signal();
            AtomicInteger set = new AtomicInteger();
            Thread waiting = Schedules.start(() -> {
                while (set.get() < 2) {
                    signal.await(PeriodicJob.UNTIL_WOKEN);
                }
            });
            Schedules.Step setter = () -> {
                set.incrementAndGet();
                signal.set();
            };
            Schedules.together(setter, setter);
            waiting.join();
        });
    }

    @Test
    void a_wake_up_is_not_lost_between_a_run_and_its_rest() {
        Schedules.explore(() -> {
            Job job = new Job(3);
            PeriodicThread thread = thread(job);
            thread.start();
            Schedules.Step waker = () -> {
                job.added.incrementAndGet();
                thread.wake();
            };
            Schedules.together(waker, waker, waker);
            job.left.await();
            end(thread, job);
        });
    }

    @Test
    void a_stop_beside_the_start_ends_the_thread_once() {
        Schedules.explore(() -> {
            Job job = new Job(0);
            PeriodicThread thread = thread(job);
            Schedules.together(thread::start, thread::stop, thread::wake);
            end(thread, job);
            assertThat(job.ends).hasValue(1);
            assertThat(job.ranAfterEnd).isFalse();
        });
    }

    @Test
    void an_interrupt_ends_no_thread() {
        Schedules.explore(() -> {
            Job job = new Job(1);
            Thread[] made = new Thread[1];
            PeriodicThread thread = PeriodicThread.of("test", Duration.ofSeconds(1), work -> made[0] = new Thread(work),
                    job);
            thread.start();
            Schedules.together(made[0]::interrupt, () -> {
                job.added.incrementAndGet();
                thread.wake();
            });
            job.left.await();
            end(thread, job);
        });
    }
}
