package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntries.NotFoundException;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.client.TaskComposer;
import io.github.asynqee.internal.inspect.periodic.EntryControl;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Pausing, resuming and running entries from outside the application, beside its nodes. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class EntryControlTest extends ScheduleTest {

    private static final String BEAT = every(7).entryId();

    @Parameter
    TestRedis redis;

    @Override
    TestRedis redis() {
        return redis;
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** The tool, with a separate broker. Each wait for an answer advances the clock by a second. */
    private PeriodicEntries tool() {
        return new EntryControl(broker(), () -> List.copyOf(new TreeSet<>(queues())), Scope.ALL, () -> run(seconds(1)));
    }

    /** Sees the time of now. */
    private Broker broker() {
        return node().broker;
    }

    private List<String> queues() {
        return List.copyOf(redis.at("asynq:queues").smembers("asynq:queues"));
    }

    @Test
    void entries_are_those_of_all_nodes_with_their_queue_and_pause() {
        PeriodicTask produced = PeriodicTask.of("made", "@every 9s", Task.of("made", null).queue("low"))
                .payloads(tick -> "x");
        PeriodicTask never = PeriodicTask.of("never", "0 0 30 2 *", Task.of("never", "x"));
        node().with(every(7), produced, never);
        node().with(every(7), produced, never);
        tool().pause(produced.entryId());

        List<PeriodicEntryDetails> entries = tool().entries();

        assertThat(entries).extracting(PeriodicEntryDetails::id).containsExactly(never.entryId(), BEAT,
                produced.entryId());
        assertThat(entries).extracting(PeriodicEntryDetails::queue).containsExactly("default", "default", "low");
        assertThat(entries).extracting(PeriodicEntryDetails::paused).containsExactly(false, false, true);
        assertThat(entries).extracting(PeriodicEntryDetails::produced).containsExactly(false, false, true);
        assertThat(entries).extracting(PeriodicEntryDetails::controllable).containsOnly(true);
        assertThat(entries.get(0).next()).isNull();
        assertThat(entries.get(1).next()).isEqualTo(START.plusSeconds(7));
        assertThat(entries.get(1).payload()).asString().isEqualTo("tick");
        pass(seconds(21));
        assertThat(tool().entries()).isEmpty();
    }

    @Test
    void no_tick_after_a_pause_is_enqueued_though_no_node_has_joined_since() {
        node().with(every(7).catchUp(CatchUp.ALL));
        Node late = node().with(every(7).catchUp(CatchUp.ALL));
        pass(seconds(6));
        tool().pause(BEAT);

        pass(seconds(1));
        late.scheduler.runOnce();
        assertThat(pending()).isEmpty();
        assertThat(late.entry("beat").paused()).isTrue();

        run(seconds(20));
        assertThat(pending()).isEmpty();
        tool().resume(BEAT);
        run(seconds(1));
        assertThat(pending()).hasSize(1);
        assertThat(late.entry("beat").paused()).isFalse();
    }

    @Test
    void a_tick_that_was_due_before_the_pause_is_not_enqueued_after_it() {
        PeriodicEntries tool = tool();
        PeriodicTask slow = PeriodicTask.of("beat", "@every 7s", Task.of("beat", null).queue("default"))
                .payloads(tick -> {
                    tool.pause(BEAT);
                    return "x";
                });
        node().with(slow);
        run(seconds(30));

        assertThat(pending()).isEmpty();
    }

    @Test
    void the_tool_and_the_application_change_the_same_state() {
        Node node = node().with(every(7));
        node.scheduler.pause("beat");
        assertThat(tool().entries().get(0).paused()).isTrue();

        tool().resume(BEAT);
        run(seconds(7));
        assertThat(pending()).hasSize(1);
        tool().pause(BEAT);
        node.scheduler.resume("beat");
        assertThat(tool().entries().get(0).paused()).isFalse();
    }

    @Test
    void a_pause_survives_restarts_and_the_absence_of_the_entry() {
        Node first = node().with(every(7));
        tool().pause(BEAT);
        first.scheduler.remove("beat");
        nodes.clear();
        pass(Duration.ofDays(80));
        assertThat(tool().entries()).isEmpty();

        Node second = node().with(every(7).catchUp(CatchUp.ALL));
        run(seconds(20));
        assertThat(pending()).isEmpty();
        assertThat(second.entry("beat")).extracting(PeriodicEntry::paused).isEqualTo(true);
        tool().resume(BEAT);
        run(seconds(7));
        assertThat(pending()).hasSize(1);
    }

    @Test
    void an_entry_whose_nodes_are_down_is_paused_by_its_state() {
        node().with(every(7));
        run(seconds(7));
        nodes.clear();
        pass(Duration.ofHours(1));

        tool().pause(BEAT);
        node().with(every(7));
        run(seconds(20));

        assertThat(pending()).hasSize(1);
    }

    @Test
    void an_entry_that_does_not_exist() {
        node().with(every(7));

        assertThatThrownBy(() -> tool().pause("x")).isInstanceOf(NotFoundException.class)
                .hasMessage("there is no periodic entry x: no running scheduler has published it");
        assertThatThrownBy(() -> tool().resume("x")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> tool().run("x")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void a_constant_payload_is_enqueued_at_once_though_the_entry_is_paused() {
        PeriodicTask task = PeriodicTask.of("beat", "@every 60s", Task.of("beat", "tick").queue("default").maxRetry(3)
                .timeout(seconds(90)).retention(Duration.ofHours(1)).header("k", "v"));
        Node node = node().with(task);
        tool().pause(task.entryId());
        PeriodicEntryDetails before = tool().entries().get(0);

        TaskInfo info = tool().run(task.entryId());

        assertThat(pending()).containsExactly(info.id());
        assertThat(payload(info.id())).isEqualTo("tick");
        assertThat(info).extracting(TaskInfo::type, TaskInfo::queue, TaskInfo::maxRetry, TaskInfo::timeout,
                TaskInfo::retention).containsExactly("beat", "default", 3, seconds(90), Duration.ofHours(1));
        assertThat(info.headers()).containsEntry("k", "v");
        assertThat(node.broker.schedulers().history(task.entryId(), 1, 10))
                .containsExactly(new SchedulerEnqueueEvent(info.id(), now()));
        assertThat(tool().entries().get(0)).extracting(PeriodicEntryDetails::next, PeriodicEntryDetails::paused)
                .containsExactly(before.next(), true);
        assertThat(node.broker.cronCommands().states(List.of(new Entry("default", task.entryId()))).values())
                .allSatisfy(state -> assertThat(state.unrecorded()).isEmpty());
    }

    @Test
    void a_run_that_was_not_recorded_before_the_tool_was_killed_is_recorded_by_a_node() {
        Node node = node().with(every(100));
        Entry entry = new Entry("default", every(100).entryId());
        Task<?> task = Task.of("beat", "x").id("t1");
        node.broker.cronCommands().runNow(entry, "tool",
                new TaskComposer(node.clock, () -> "t1",
                        PayloadEncoder.bytesAndText()).compose(task).stored());

        run(seconds(21));

        assertThat(node.broker.schedulers().history(entry.id(), 1, 10))
                .containsExactly(new SchedulerEnqueueEvent("t1", START));
    }

    @Test
    void a_unique_task_is_run_once() {
        PeriodicTask task = PeriodicTask.of("beat", "@every 60s", Task.of("beat", "x").unique(Duration.ofHours(1)));
        node().with(task);
        tool().run(task.entryId());

        assertThatThrownBy(() -> tool().run(task.entryId())).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining(task.entryId());
        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_unique_task_has_its_own_key_also_if_it_is_run_from_outside() {
        PeriodicTask task = PeriodicTask.of("beat", "@every 60s",
                Task.of("beat", "x").uniqueKey("k").unique(Duration.ofHours(1)));
        node().with(task);
        tool().run(task.entryId());

        assertThatThrownBy(() -> DefaultAsynqClient.of(broker())
                .enqueue(Task.of("beat", "y").uniqueKey("k").unique(Duration.ofHours(1))))
                .isInstanceOf(DuplicateTaskException.class);
    }

    @Test
    void an_entry_that_no_node_has_joined_is_not_run() {
        node().with(every(7));
        String state = "asynq:{default}:cron:" + BEAT;
        redis.at(state).del(state);

        assertThatThrownBy(() -> tool().run(BEAT)).isInstanceOf(PeriodicEntries.RefusedException.class)
                .hasMessageContaining("try again");
    }

    @Test
    void in_real_time_no_tick_is_enqueued_after_a_pause_beside_two_nodes() {
        List<PeriodicThread> threads = new ArrayList<>();
        PeriodicTask task = every(1);
        Entry entry = new Entry("default", task.entryId());
        try (Broker one = RedisBroker.connect(RedisConfig.of(redis.url()));
                Broker two = RedisBroker.connect(RedisConfig.of(redis.url()))) {
            try {
                for (Broker broker : List.of(one, two)) {
                    PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
                    scheduler.put(task);
                    threads.add(scheduler.start(Thread::new));
                }
                await("a tick").until(() -> !pending().isEmpty());
                new EntryControl(one, this::queues, Scope.ALL, () -> {}).pause(entry.id());
                List<String> before = pending();
                var last = one.cronCommands().states(List.of(entry)).get(entry).schedule().last();
                await("two more ticks").until(() -> one.cronCommands()
                        .states(List.of(entry)).get(entry).schedule().last().isAfter(last.plusSeconds(1)));

                assertThat(pending()).isEqualTo(before);
            } finally {
                threads.forEach(thread -> thread.stop(Duration.ofSeconds(20)));
            }
        }
    }
}
