package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

import io.github.asynqee.Task;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;

/** What asynq's tools see of entries, and which events listeners receive. */
class PublishedEntriesTest extends ScheduleTest {

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static List<SchedulerEnqueueEvent> history(Node node) {
        return node.broker.schedulers().history(node.entry("beat").id(), 1, 100);
    }

    @Test
    void tools_see_an_entry_once_and_at_once() {
        PeriodicTask task = PeriodicTask.of("beat", "CRON_TZ=Europe/Berlin 0 6 * * *",
                Task.of("beat", "tick").queue("low").maxRetry(3).header("k", "v"));
        node().with(task);
        Node node = node().with(task);

        List<SchedulerEntry> entries = node.broker.schedulers().entries();

        assertThat(entries).hasSize(1);
        SchedulerEntry entry = entries.get(0);
        assertThat(entry.id()).isEqualTo(task.entryId());
        assertThat(entry.spec()).isEqualTo("CRON_TZ=Europe/Berlin 0 6 * * *");
        assertThat(entry.taskType()).isEqualTo("beat");
        assertThat(entry.taskPayload()).asString().isEqualTo("tick");
        assertThat(entry.options()).containsExactly("Queue(\"low\")", "MaxRetry(3)", "Header([\"k\",\"v\"])");
        assertThat(entry.next()).isEqualTo(Instant.parse("2033-05-18T04:00:00Z"));
        assertThat(entry.previous()).isNull();
    }

    @Test
    void tools_see_the_next_and_the_previous_tick_every_ten_seconds() {
        Node node = node().with(every(7));
        run(seconds(10));

        SchedulerEntry entry = node.broker.schedulers().entries().get(0);

        assertThat(entry.previous()).isEqualTo(START.plusSeconds(7));
        assertThat(entry.next()).isEqualTo(START.plusSeconds(14));
        pass(seconds(21));
        assertThat(node.broker.schedulers().entries()).isEmpty();
        node.scheduler.runOnce();
        assertThat(node.broker.schedulers().entries()).hasSize(1);
    }

    @Test
    void an_entry_that_is_never_due_is_seen_and_harmless() {
        Node node = node().with(PeriodicTask.of("beat", "0 0 30 2 *", Task.of("beat", "x")));

        assertThat(node.scheduler.runOnce()).isEqualTo(START.plusSeconds(10));
        assertThat(node.entry("beat").next()).isNull();
        assertThat(node.broker.schedulers().entries().get(0).next()).isEqualTo("0001-01-01T00:00:00Z");
    }

    @Test
    void each_tick_is_recorded_in_the_history() {
        Node node = node().with(every(7));
        node().with(every(7));
        run(seconds(21));

        assertThat(history(node)).extracting(SchedulerEnqueueEvent::taskId).isEqualTo(pending());
        assertThat(history(node)).extracting(SchedulerEnqueueEvent::enqueuedAt).containsExactly(
                START.plusSeconds(21), START.plusSeconds(14), START.plusSeconds(7));
    }

    @Test
    void a_tick_skipped_because_its_id_is_taken_is_logged() {
        node().with(every(7));
        run(seconds(7));
        nodes.clear();
        String state = "asynq:{default}:cron:" + every(7).entryId();
        redis().at(state).hset(state, "last", "" + START.getEpochSecond());
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(CronEntry.class.getName());
        Handler handler = new StreamHandler() {
            @Override
            public synchronized void publish(LogRecord line) {
                logged.add(new SimpleFormatter().formatMessage(line));
            }
        };
        logger.addHandler(handler);
        try {
            node().with(every(7));
        } finally {
            logger.removeHandler(handler);
        }

        assertThat(pending()).hasSize(1);
        assertThat(logged).singleElement().asString().contains("periodic task \"beat\"", "is not enqueued",
                "a task with ID " + pending().get(0) + " exists");
    }

    @Test
    void a_listener_that_fails_harms_nothing() {
        PeriodicScheduler scheduler = PeriodicScheduler.builder(node().broker).listener(event -> {
            throw new IllegalStateException("defect");
        }).build();
        scheduler.put(every(7));
        scheduler.runOnce();
        pass(seconds(7));
        scheduler.runOnce();

        assertThat(pending()).hasSize(1);
        assertThat(nodes.get(0).broker.schedulers().history(every(7).entryId(), 1, 10)).hasSize(1);
    }
}
