package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.ChannelConfig;
import org.junit.jupiter.api.Test;

/** The seam between the engine and its features, seen by features that only tests have. */
class FeaturesTest extends WorkerTest {

    private static final Duration SLOW = Duration.ofMillis(50);

    /** A feature in one class: keeps the attempts that take longer than {@link #SLOW}. */
    private static final class SlowAttempts implements EngineFeature {

        private final BlockingQueue<String> found = new LinkedBlockingQueue<>();

        @Override
        public void written(TaskMessage message, Outcome outcome, Duration duration) {
            if (duration.compareTo(SLOW) > 0) {
                found.add(message.id());
            }
        }
    }

    /** Records the calls that it gets. */
    private static final class Recorded implements EngineFeature {

        private final List<String> calls = new CopyOnWriteArrayList<>();

        @Override
        public void check(List<ChannelConfig> channels) {
            if (channels.stream().anyMatch(channel -> channel.queues().containsKey("refused"))) {
                throw new IllegalArgumentException("queue refused");
            }
            calls.add("check");
        }

        @Override
        public List<PeriodicThread> services() {
            return List.of(PeriodicThread.every("asynq-recorded", Duration.ofHours(1), Thread::new, () -> {
                if (!calls.contains("service")) {
                    calls.add("service");
                }
            }));
        }

        @Override
        public void started() {
            await("its service runs").until(() -> calls.contains("service"));
            calls.add("started");
        }

        @Override
        public void written(TaskMessage message, Outcome outcome, Duration duration) {
            calls.add("written " + outcome.getClass().getSimpleName());
        }

        @Override
        public void stop(StopTime time) {
            calls.add("stop");
        }
    }

    private Worker worker(EngineFeature... features) {
        Worker created = new Worker(broker, config.build(), channels, ShardWatch.INTERVAL, features);
        closedLater(() -> created.shutdown(Duration.ZERO));
        return created;
    }

    @Test
    void a_feature_that_finds_slow_attempts_is_one_class_and_one_line() throws Exception {
        SlowAttempts slow = new SlowAttempts();
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("slow")) {
                TimeUnit.MILLISECONDS.sleep(2 * SLOW.toMillis());
            }
        });
        worker = worker(slow);
        enqueue("quick");
        enqueue("slow");
        worker.start();

        assertThat(slow.found.poll(20, TimeUnit.SECONDS)).isEqualTo("slow");
        worker.shutdown(FIVE_SECONDS);
        assertThat(slow.found).isEmpty();
    }

    @Test
    void a_feature_is_checked_and_started_learns_of_outcomes_and_is_stopped_after_the_last_one() {
        Recorded feature = new Recorded();
        channel("default", 1, delivery -> {});
        worker = worker(feature);
        worker.start();
        enqueue("quick");
        await("the outcome is written").until(() -> feature.calls.contains("written Done"));
        worker.shutdown(FIVE_SECONDS);

        assertThat(feature.calls).containsExactly("check", "service", "started", "written Done", "stop");
    }

    @Test
    void a_feature_that_throws_harms_neither_tasks_nor_other_features() throws Exception {
        EngineFeature throwing = new EngineFeature() {

            @Override
            public void written(TaskMessage message, Outcome outcome, Duration duration) {
                throw new OutOfMemoryError("as the test wants");
            }

            @Override
            public void stop(StopTime time) {
                throw new IllegalStateException("as the test wants");
            }
        };
        Recorded other = new Recorded();
        channel("default", 1, delivery -> {});
        worker = worker(throwing, other);
        worker.start();
        enqueue("one");
        enqueue("two");

        awaitHandled("one", "two");
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        worker.shutdown(FIVE_SECONDS);
        assertThat(other.calls).containsExactly("check", "service", "started", "written Done", "written Done", "stop");
    }

    @Test
    void a_feature_can_refuse_a_channel() {
        channel("refused", 1, delivery -> {});

        assertThatIllegalArgumentException().isThrownBy(() -> worker(new Recorded())).withMessage("queue refused");
    }
}
