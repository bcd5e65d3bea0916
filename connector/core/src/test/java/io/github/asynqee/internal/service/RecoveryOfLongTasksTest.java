package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Whether a task with a checkpoint has advanced decides how often it is recovered from workers that die. */
class RecoveryOfLongTasksTest {

    private static final QueueKeys DEFAULT = QueueKeys.of("default");
    private static final String ID = "export";
    private static final int LIMIT = 2;

    private final ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final List<TaskEvent> told = new ArrayList<>();
    private Broker broker;
    private AsynqClient client;

    @BeforeEach
    void enqueue() {
        TestRedis.SINGLE.clear();
        broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock);
        client = DefaultAsynqClient.of(broker);
        client.enqueue(Task.of("export", "{}").id(ID).maxRetry(100));
    }

    @AfterEach
    void disconnect() {
        client.close();
        broker.close();
    }

    private Lease begin() {
        clock.advance(Duration.ofSeconds(1_000));
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        return broker.workerCommands().dequeue("default", 1).leases().get(0);
    }

    private void recover() {
        recover(UnaryOperator.identity());
    }

    /** @param beforehand changes the settlements between the check of the leases and the recovery */
    private void recover(UnaryOperator<List<Settlement>> beforehand) {
        clock.advance(Duration.ofSeconds(60));
        new Recoverer(broker, () -> List.of("default"), queue -> true,
                (message, error) -> new Outcome.Retry(clock.instant(), error.getMessage(), true), LIMIT,
                beforehand, new TaskEvents(told::add, clock), AttemptRecorder.OFF,
                new WorkerStatistics()).runOnce();
    }

    /** A worker dies in the first run, before it has saved anything. */
    private void dies() {
        begin();
        recover();
    }

    /** @param saves how often a cursor had been saved when the worker died, in all attempts that continued each other */
    private void diesAt(long saves, String cursor) {
        diesAt(0, saves, cursor);
    }

    private void diesAt(long run, long saves, String cursor) {
        assertThat(broker.workerCommands().writeCheckpoint(begin(),
                new CheckpointRecord(run, saves, 0, cursor.getBytes()), null)).isTrue();
        recover();
    }

    private String state() {
        return redis.hget(DEFAULT.task(ID), "state");
    }

    private List<Integer> recoveries() {
        return told.stream().filter(TaskRecovered.class::isInstance)
                .map(event -> ((TaskRecovered) event).recoveries()).toList();
    }

    @Test
    void a_task_that_advances_between_recoveries_is_recovered_any_number_of_times() {
        for (int row = 1; row <= 5; row++) {
            diesAt(10 * row, "row " + 10 * row + " \n\0of 50");
        }

        assertThat(state()).isEqualTo("retry");
        assertThat(recoveries()).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void after_an_advance_it_is_recovered_as_often_as_a_new_task() {
        dies();
        dies();
        diesAt(7, "row 7");
        dies();
        assertThat(state()).isEqualTo("retry");

        dies();

        assertThat(state()).isEqualTo("archived");
        assertThat(recoveries()).containsExactly(1, 2, 1, 2, 3);
    }

    @Test
    void a_task_that_saves_the_same_cursor_each_time_is_archived() {
        diesAt(1, "row 7");
        diesAt(2, "row 7");
        diesAt(3, "row 7");

        assertThat(state()).isEqualTo("archived");
        assertThat(recoveries()).containsExactly(1, 2, 3);
    }

    @Test
    void a_worker_that_was_believed_dead_and_saves_while_its_task_is_recovered_for_the_last_time_has_advanced() {
        dies();
        dies();
        Lease paused = begin();

        recover(outcomes -> {
            assertThat(outcomes).extracting(Settlement::outcome).hasOnlyElementsOfType(Outcome.Archive.class);
            CheckpointRecord saved = new CheckpointRecord(0, 1, 0, "row 1".getBytes());
            assertThat(broker.workerCommands().writeCheckpoint(paused, saved, null)).isTrue();
            return outcomes;
        });
        assertThat(state()).isEqualTo("active");

        recover();
        assertThat(state()).isEqualTo("retry");
        assertThat(recoveries()).containsExactly(1, 2, 1);
    }

    /** When its worker dies depends on the machine, and so does the last row that it has saved. */
    @Test
    void a_task_that_begins_at_the_start_each_time_and_comes_no_farther_is_archived() {
        diesAt(50, "row 50");
        diesAt(48, "row 48");
        diesAt(49, "row 49");

        assertThat(state()).isEqualTo("archived");
    }

    @Test
    void a_task_that_is_run_again_after_its_completion_advances_from_the_start() {
        diesAt(50, "row 50");
        diesAt(1_700_000_000, 1, "row 1");
        diesAt(1_700_000_000, 2, "row 2");

        assertThat(state()).isEqualTo("retry");
        assertThat(recoveries()).containsExactly(1, 1, 1);
    }

    @Test
    void what_is_no_checkpoint_is_no_advance() {
        redis.hset(DEFAULT.task(ID), CheckpointRecord.FIELD, "many rows");
        dies();
        redis.hset(DEFAULT.task(ID), CheckpointRecord.FIELD, "1 2");
        dies();
        redis.hset(DEFAULT.task(ID), "asynqee:recovered", "no digest");
        dies();

        assertThat(state()).isEqualTo("archived");
    }
}
