package io.github.asynqee.messaging.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class LaneExecutorTest {

    @Test
    void a_pool_grows_with_its_lanes() throws Exception {
        LaneExecutor pool = ContainerThreads.pooled();
        runTogether(pool, 1);
        runTogether(pool, 7);
        assertThat(pool.stop(Duration.ofSeconds(5))).isTrue();
    }

    private static void runTogether(LaneExecutor executor, int moreLanes) throws InterruptedException {
        CountDownLatch together = new CountDownLatch(moreLanes);
        for (int i = 0; i < moreLanes; i++) {
            executor.addLane();
            executor.execute(() -> {
                together.countDown();
                await(together);
            });
        }
        assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void threads_are_named_for_their_purpose() {
        LaneExecutor pool = ContainerThreads.pooled();
        pool.addLane();
        assertThat(nameOfThread(pool)).isEqualTo("asynq-lane-1");
        pool.stop(Duration.ofSeconds(1));
    }

    private static String nameOfThread(LaneExecutor executor) {
        CompletableFuture<String> name = new CompletableFuture<>();
        executor.execute(() -> name.complete(Thread.currentThread().getName()));
        return name.join();
    }

    @Test
    void what_does_not_end_in_time_is_interrupted() {
        interruptsWhatDoesNotEnd(ContainerThreads.pooled());
    }

    private static void interruptsWhatDoesNotEnd(LaneExecutor executor) {
        executor.addLane();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        executor.execute(() -> {
            running.countDown();
            try {
                Thread.sleep(60_000);
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        await(running);

        assertThat(executor.stop(Duration.ofMillis(50))).isTrue();
        assertThat(interrupted.join()).isTrue();
        assertThatThrownBy(() -> executor.execute(() -> {
        })).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtual_threads_do_as_well() throws Exception {
        LaneExecutor virtual = ContainerThreads.virtual();
        runTogether(virtual, 5);
        assertThat(nameOfThread(virtual)).startsWith("asynq-lane-");
        interruptsWhatDoesNotEnd(virtual);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtual_threads_need_a_java_that_has_them() {
        assertThatIllegalStateException().isThrownBy(ContainerThreads::virtual).withMessageContaining("Java 21");
    }
}
