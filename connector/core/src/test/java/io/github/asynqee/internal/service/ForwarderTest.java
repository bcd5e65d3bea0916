package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.statistics.TypeNumbers;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

/** When the forwarder runs again, and the tasks that it requests. */
class ForwarderTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final Duration INTERVAL = Duration.ofSeconds(60);

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final ScriptedMaintenance maintenance = new ScriptedMaintenance();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Forwarder forwarder = new Forwarder(maintenance, clock, () -> List.of("default", "low"),
            queue -> true, INTERVAL,
            wakeUps::incrementAndGet);

    /** Replies as scripted; without a script it replies that there are no tasks. */
    private static final class ScriptedMaintenance implements MaintenanceCommands {

        private final Map<String, Queue<Object>> answers = new HashMap<>();
        private final List<String> asked = new ArrayList<>();
        private Runnable meanwhile = () -> {
        };

        void answers(String queue, Object... inOrder) {
            answers.computeIfAbsent(queue, q -> new ArrayDeque<>()).addAll(List.of(inOrder));
        }

        @Override
        public void recordStatistics(Map<String, List<TypeNumbers>> statistics) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void reportBacklogAhead(String queue, long ahead, Duration life) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<ForwardResult> forward(List<String> queues, int batches, Predicate<String> isServed) {
            asked.add(String.join(",", queues) + " " + batches);
            meanwhile.run();
            return queues.stream().map(this::answer).toList();
        }

        private ForwardResult answer(String queue) {
            Object answer = answers.getOrDefault(queue, new ArrayDeque<>()).poll();
            if (answer instanceof RuntimeException e) {
                return new ForwardResult(null, e);
            }
            return new ForwardResult(answer == null ? new Forwarded(0, null) : (Forwarded) answer, null);
        }

        @Override
        public ExpiredLeases expiredLeases(String queue, Instant cutoff, int passed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<TaskSize> expiredTask(String queue, Instant cutoff, int passed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LeaseRepairs repairLeases(String queue, Instant cutoff, int passed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int deleteExpiredCompleted(String queue) {
            throw new UnsupportedOperationException();
        }
    }

    private static MaintenanceCommands.Forwarded forwarded(int due, Instant next) {
        return new MaintenanceCommands.Forwarded(due, next);
    }

    @Test
    void with_nothing_to_wait_for_it_comes_after_the_interval() {
        assertThat(forwarder.runOnce()).isEqualTo(INTERVAL);
        assertThat(maintenance.asked).containsExactly("default,low 1");
    }

    @Test
    void it_comes_exactly_when_the_earliest_task_of_all_its_queues_is_due() {
        clock.set(T0.plusMillis(250));
        maintenance.answers("default", forwarded(3, T0.plusSeconds(20)));
        maintenance.answers("low", forwarded(0, T0.plusSeconds(7)));

        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofMillis(6_750));
    }

    @Test
    void a_task_due_much_later_does_not_delay_the_next_run() {
        maintenance.answers("default", forwarded(0, T0.plus(INTERVAL).plusSeconds(1)));

        assertThat(forwarder.runOnce()).isEqualTo(INTERVAL);
    }

    @Test
    void as_long_as_something_is_due_it_asks_again_for_many_batches_at_once_in_turn() {
        maintenance.answers("default", forwarded(100, T0), forwarded(1_600, T0.minusSeconds(5)),
                forwarded(3, T0.plusSeconds(9)));
        maintenance.answers("low", forwarded(100, T0), forwarded(7, null));

        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(9));
        assertThat(maintenance.asked).containsExactly("default,low 1", "default,low 16", "default 16");
    }

    @Test
    void a_queue_that_fails_keeps_no_other_waiting_and_is_tried_again() {
        maintenance.answers("default", new BrokerException("WRONGTYPE", null), new IllegalStateException("defect"),
                forwarded(0, T0.plusSeconds(4)));
        maintenance.answers("low", forwarded(5, T0.plusSeconds(7)), new BrokerUnavailableException("away", null));

        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(7));
        assertThat(forwarder.runOnce()).isEqualTo(INTERVAL);
        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void when_all_fail_all_are_tried_again() {
        maintenance.meanwhile = () -> {
            throw new BrokerUnavailableException("away", null);
        };
        assertThat(forwarder.runOnce()).isEqualTo(INTERVAL);

        maintenance.meanwhile = () -> {
        };
        maintenance.answers("low", forwarded(0, T0.plusSeconds(4)));
        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void time_that_passes_while_it_works_is_not_waited_for_again() {
        maintenance.answers("default", forwarded(5, T0.plusSeconds(7)));
        maintenance.meanwhile = () -> clock.advance(Duration.ofSeconds(3));

        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void a_task_that_becomes_due_while_it_works_is_forwarded_in_the_same_run() {
        maintenance.answers("default", forwarded(5, T0.plusSeconds(3)), forwarded(1, null));
        maintenance.meanwhile = () -> clock.advance(Duration.ofSeconds(3));

        forwarder.runOnce();

        assertThat(maintenance.asked).containsExactly("default,low 1", "default 16");
    }

    @Test
    void an_earlier_task_wakes_it_and_a_later_one_does_not() {
        maintenance.answers("default", forwarded(0, T0.plusSeconds(20)));
        forwarder.runOnce();

        forwarder.expect("low", T0.plusSeconds(20));
        forwarder.expect("low", T0.plusSeconds(30));
        forwarder.expect("unserved", T0.plusSeconds(1));
        assertThat(wakeUps).hasValue(0);

        // Redis has whole seconds: it is due with the 19th
        forwarder.expect("low", T0.plusMillis(19_999));
        assertThat(wakeUps).hasValue(1);
        forwarder.expect("low", T0.plusMillis(19_500));
        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void a_task_stored_while_it_asks_redis_is_not_forgotten() {
        maintenance.meanwhile = () -> forwarder.expect("default", T0.plusSeconds(2));

        assertThat(forwarder.runOnce()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_task_stored_while_it_works_that_is_due_already_is_forwarded_at_once() {
        maintenance.meanwhile = () -> forwarder.expect("default", T0.minusSeconds(2));

        assertThat(forwarder.runOnce()).isZero();
    }
}
