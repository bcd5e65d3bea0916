package io.github.asynqee.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EngineThreadTest {

    /** The JVM has this error preallocated, and throws it again when a log line needs memory. */
    private final Error noMemory = new OutOfMemoryError("Java heap space");
    private final Logger log = Logger.getLogger("io.github.asynqee");
    private final Handler failing = new Handler() {
        @Override
        public void publish(LogRecord record) {
            throw noMemory;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void fail() {
        EngineThread.forgetDead();
        log.addHandler(failing);
    }

    @AfterEach
    void restore() {
        log.removeHandler(failing);
        EngineThread.forgetDead();
    }

    @Test
    void a_periodic_thread_outlives_an_error_that_is_thrown_again_while_it_is_logged() throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        PeriodicThread thread = PeriodicThread.every("test", Duration.ofMillis(1), Thread::new, () -> {
            runs.countDown();
            throw noMemory;
        });
        thread.start();

        assertThat(runs.await(20, TimeUnit.SECONDS)).isTrue();
        thread.stop(Duration.ofSeconds(20));
        assertThat(EngineThread.dead()).isEmpty();
    }

    @Test
    void a_periodic_thread_outlives_an_error_of_its_rest() throws Exception {
        AtomicInteger rests = new AtomicInteger();
        CountDownLatch runs = new CountDownLatch(3);
        PeriodicThread thread = PeriodicThread.of("test", Duration.ofMillis(1), Thread::new, new PeriodicJob() {
            @Override
            public Duration runOnce() {
                runs.countDown();
                return Duration.ZERO;
            }

            @Override
            public Duration minRest() {
                if (rests.incrementAndGet() < 3) {
                    throw noMemory;
                }
                return Duration.ZERO;
            }
        });
        thread.start();

        assertThat(runs.await(20, TimeUnit.SECONDS)).isTrue();
        thread.stop(Duration.ofSeconds(20));
    }

    @Test
    void a_loop_ends_only_when_it_has_ended() {
        AtomicInteger passes = new AtomicInteger();

        EngineThread.loop("test", () -> {
            if (passes.get() == 1) {
                passes.incrementAndGet();
                throw noMemory;
            }
            return passes.get() == 4;
        }, () -> {
            if (passes.incrementAndGet() == 3) {
                throw new InterruptedException();
            }
            throw noMemory;
        });

        assertThat(passes).hasValue(4);
    }

    @Test
    void a_loop_that_an_error_has_ended_is_started_again() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        Thread thread = EngineThread.of(Thread::new, "asynq-restarted", () -> {
            if (starts.incrementAndGet() < 3) {
                throw noMemory;
            }
        });
        thread.start();
        thread.join();

        assertThat(starts).hasValue(3);
        assertThat(EngineThread.dead()).isEmpty();
    }

    @Test
    void a_thread_that_does_one_thing_and_was_ended_by_an_error_is_named() throws Exception {
        Thread stopped = EngineThread.once(Thread::new, "asynq-stopped", () -> {});
        Thread dead = EngineThread.once(Thread::new, "asynq-dead", () -> {
            throw noMemory;
        });
        dead.setUncaughtExceptionHandler((thread, error) -> {});
        stopped.start();
        dead.start();
        stopped.join();
        dead.join();

        assertThat(EngineThread.dead()).containsExactly("asynq-dead");
    }
}
