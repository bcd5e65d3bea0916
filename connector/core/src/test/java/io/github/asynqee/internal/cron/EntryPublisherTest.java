package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's record of tasks whose storing may have failed. */
class EntryPublisherTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2033-05-18T03:33:20Z"));
    private final List<TaskEvent> events = new ArrayList<>();
    private Broker broker;
    private EntryPublisher publisher;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock);
        publisher = new EntryPublisher(new Entry("default", "entry"),
                new SchedulerContext(broker, "node", null, null, null, events::add, () -> {}));
    }

    @AfterEach
    void disconnect() {
        broker.close();
    }

    private TaskInfo expected(String id) {
        TaskInfo info;
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            info = client.enqueue(Task.of("report", "{}").id(id));
        }
        publisher.expect(info);
        return info;
    }

    private void settle(String id) {
        Firing firing = new Firing(id, clock.instant(), clock.instant(), "node");
        publisher.recordFired("report", new State(null, null, false, null, List.of(firing), false, null));
    }

    @Test
    void a_task_whose_reply_was_lost_leaves_its_event_when_it_turns_out_to_be_stored() {
        expected("first");
        clock.advance(EntryPublisher.EXPECTED);
        expected("second");

        settle("first");

        assertThat(events).hasSize(1);
    }

    @Test
    void tasks_that_could_not_be_stored_are_forgotten_although_no_tick_succeeds() {
        expected("first");
        clock.advance(EntryPublisher.EXPECTED.plus(Duration.ofSeconds(1)));
        expected("second");

        settle("first");

        assertThat(events).as("not remembered through the whole outage").isEmpty();
    }
}
