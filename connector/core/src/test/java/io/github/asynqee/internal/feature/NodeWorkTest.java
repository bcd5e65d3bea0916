package io.github.asynqee.internal.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.NodeLatency;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.internal.thread.StopTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeWorkTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Set<String> slow = ConcurrentHashMap.newKeySet();
    /** Queue to the thread that has served it last. */
    private final Map<String, String> servedBy = new ConcurrentHashMap<>();
    private final Set<Job> ended = ConcurrentHashMap.newKeySet();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicBoolean becomesSlow = new AtomicBoolean();
    private final AtomicBoolean noThread = new AtomicBoolean();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ThreadFactory factory = work -> {
        if (noThread.get()) {
            return null;
        }
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    };
    private final NodeWork<Job> work = new NodeWork<>(new NodeLatency() {
        @Override
        public boolean isSlow(String queue) {
            return slow.contains(queue);
        }
    }, "asynq-work", SECOND, factory, Job::new);
    private final PeriodicThread thread = work.thread();

    /** Serves all queues; the node of a slow one answers when the test says so. */
    private final class Job implements PeriodicJob {

        private final Predicate<String> isServed;
        private final Signal wakeup = new Signal();

        Job(Predicate<String> isServed) {
            this.isServed = isServed;
        }

        @Override
        public Duration runOnce() throws InterruptedException {
            for (String queue : List.of("one", "two", "three")) {
                if (isServed.test(queue)) {
                    serve(queue);
                }
            }
            return SECOND.multipliedBy(60);
        }

        private void serve(String queue) throws InterruptedException {
            servedBy.put(queue, Thread.currentThread().getName());
            if (queue.equals("one") && becomesSlow.get()) {
                slow.addAll(List.of("one", "two"));
            }
            if (slow.contains(queue) && Thread.currentThread().getName().contains("slow")) {
                answer.await();
            }
        }

        @Override
        public Signal wakeup() {
            return wakeup;
        }

        @Override
        public void end() {
            ended.add(this);
        }
    }

    @AfterEach
    void stop() {
        answer.countDown();
        thread.stop(SECOND.multipliedBy(10));
    }

    private void run() {
        servedBy.clear();
        work.wake();
    }

    private void awaitServed(String one, String two, String three) {
        await().untilAsserted(() -> assertThat(servedBy).isEqualTo(Map.of("one", one, "two", two, "three", three)));
    }

    @Test
    void queues_of_slow_nodes_have_a_thread_of_their_own_until_their_node_is_quick_again() {
        thread.start();
        awaitServed("asynq-work", "asynq-work", "asynq-work");
        assertThat(threads).hasSize(1);

        slow.addAll(List.of("one", "two"));
        run();
        await().untilAsserted(() -> assertThat(servedBy).isEqualTo(Map.of("one", "asynq-slow-work", "three",
                "asynq-work")));
        assertThat(work.of("one")).isNotSameAs(work.of("three"));
        answer.countDown();
        awaitServed("asynq-slow-work", "asynq-slow-work", "asynq-work");

        slow.clear();
        run();
        awaitServed("asynq-work", "asynq-work", "asynq-work");
        assertThat(work.of("one")).isSameAs(work.of("three"));
        assertThat(threads).hasSize(2);
    }

    @Test
    void a_node_that_becomes_slow_during_a_run_delays_it_once() {
        becomesSlow.set(true);
        answer.countDown();

        thread.start();

        awaitServed("asynq-work", "asynq-slow-work", "asynq-work");
    }

    @Test
    void without_a_second_thread_the_first_one_serves_all() {
        thread.start();
        awaitServed("asynq-work", "asynq-work", "asynq-work");
        noThread.set(true);
        slow.add("one");

        try (RecordedLog log = RecordedLog.ofAll()) {
            run();
            awaitServed("asynq-work", "asynq-work", "asynq-work");
            assertThat(work.of("one")).isSameAs(work.of("three"));

            assertThat(log.lines()).contains("asynq-work has no second thread for slow nodes: "
                    + "the thread factory returned no thread for asynq-slow-work");
        }
    }

    @Test
    void both_jobs_end_before_the_thread_does() {
        slow.add("one");
        thread.start();
        await().until(() -> servedBy.containsKey("one"));
        thread.stop();
        answer.countDown();
        thread.join(StopTime.of(SECOND.multipliedBy(10)));

        assertThat(ended).hasSize(2);
        assertThat(threads).hasSize(2).noneMatch(Thread::isAlive);
        slow.add("two");
        assertThat(work.of("two")).as("does not fail").isNotNull();
    }

    @Test
    void a_thread_that_is_stopped_starts_no_other() {
        thread.start();
        awaitServed("asynq-work", "asynq-work", "asynq-work");
        thread.stop(SECOND.multipliedBy(10));
        slow.add("one");

        assertThat(work.of("one")).isSameAs(work.of("three"));
        assertThat(threads).hasSize(1);
    }
}
