package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntries.NotFoundException;
import io.github.asynqee.inspect.PeriodicEntries.RefusedException;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.inspect.periodic.EntryControl;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries of Go schedulers, as recorded from one. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class GoEntriesTest extends ScheduleTest {

    private static final String SCHEDULER = "asynq:schedulers:{vm:15534:df4fb7e5-17a4-4640-b5f4-7f719b31a083}";
    /** Options: queue "reports", at most 3 retries, timeout 1 minute; without payload. */
    private static final String WEEKLY = "566d9983-ae55-4643-b9cf-32c3a444c7dd";
    private static final String WEEKLY_BYTES = "0a2435363664393938332d616535352d343634332d623963662d3332633361343434"
            + "63376464120b302036202a202a204d4f4e1a0d7265706f72743a7765656b6c792a10517565756528227265706f72747322292a0b"
            + "4d617852657472792833292a0d54696d656f757428316d307329320608e0ac8fd8063a0b088092b8c398feffffff01";
    /** Options: queue "reports", retention 1 hour; payload {}. */
    private static final String TICK = "9e824bfb-b183-425c-b277-ef6623c0e616";
    private static final String TICK_BYTES = "0a2439653832346266622d623138332d343235632d623237372d656636363233633065"
            + "363136120940657665727920"
            + "32731a0b7265706f72743a7469636b22027b7d2a10517565756528227265706f72747322292a11526574656e74696f6e28316830"
            + "6d307329320608" + "91cc86d8063a06088fcc86d806";

    @Parameter
    TestRedis redis;

    private PeriodicEntries tool;
    private Node node;

    @Override
    TestRedis redis() {
        return redis;
    }

    @BeforeEach
    void publish() {
        node = node();
        tool = new EntryControl(node.broker, List::of, Scope.ALL, () -> pass(Duration.ofSeconds(1)));
        publish(HexFormat.of().parseHex(WEEKLY_BYTES));
        publish(HexFormat.of().parseHex(TICK_BYTES));
    }

    private void publish(byte[] entry) {
        redis.at("asynq:schedulers").zadd("asynq:schedulers", now().plusSeconds(20).getEpochSecond(), SCHEDULER);
        redis.at(SCHEDULER).lpush(SCHEDULER.getBytes(), entry);
    }

    private void publish(String... options) {
        publish(new SchedulerEntry("e1", "@daily", "daily", new byte[0], List.of(options), START, null).toBytes());
    }

    private TaskMessage stored(TaskInfo info) throws Exception {
        String key = "asynq:{" + info.queue() + "}:t:" + info.id();
        return TaskMessage.parse(redis.at(key).hget(key.getBytes(), "msg".getBytes()));
    }

    @Test
    void entries_of_go_are_listed_and_cannot_be_controlled() {
        assertThat(tool.entries()).extracting(PeriodicEntryDetails::id).containsExactly(WEEKLY, TICK);
        assertThat(tool.entries()).allSatisfy(entry -> {
            assertThat(entry.queue()).isEqualTo("reports");
            assertThat(entry.controllable()).isFalse();
            assertThat(entry.paused()).isFalse();
            assertThat(entry.produced()).isFalse();
        });
        assertThatThrownBy(() -> tool.pause(WEEKLY)).isInstanceOf(RefusedException.class)
                .hasMessage("periodic entry " + WEEKLY + " belongs to a scheduler of Go, which cannot be paused or "
                        + "resumed: stop that scheduler, or change its entries");
        assertThatThrownBy(() -> tool.resume(WEEKLY)).isInstanceOf(RefusedException.class);
        assertThat(redis.nodes().stream().flatMap(it -> it.keys("*cron*").stream())).isEmpty();
    }

    @Test
    void an_entry_of_go_is_run_with_its_options() throws Exception {
        TaskInfo weekly = tool.run(WEEKLY);

        assertThat(stored(weekly)).satisfies(message -> {
            assertThat(message.type()).isEqualTo("report:weekly");
            assertThat(message.queue()).isEqualTo("reports");
            assertThat(message.maxRetry()).isEqualTo(3);
            assertThat(message.timeout()).isEqualTo(Duration.ofMinutes(1));
            assertThat(message.payload()).isEmpty();
        });
        assertThat(weekly.state()).isEqualTo(TaskState.PENDING);
        assertThat(redis.at("asynq:queues").smembers("asynq:queues")).containsExactly("reports");
        assertThat(redis.at("asynq:{reports}:pending").lrange("asynq:{reports}:pending", 0, -1))
                .containsExactly(weekly.id());
        assertThat(node.broker.schedulers().history(WEEKLY, 1, 10))
                .containsExactly(new SchedulerEnqueueEvent(weekly.id(), now()));

        TaskInfo tick = tool.run(TICK);
        assertThat(stored(tick).retention()).isEqualTo(Duration.ofHours(1));
        assertThat(stored(tick).payload()).asString().isEqualTo("{}");
        assertThat(stored(tick).maxRetry()).isEqualTo(25);
    }

    @Test
    void all_recorded_options_take_effect() throws Exception {
        publish("Unique(1h0m0s)", "ProcessIn(1m30s)", "TaskID(\"t1\")", "Queue(\"low\")",
                "Deadline(Fri Nov  4 08:05:09 UTC 2033)", "Header([\"k\",\"v\"])");

        TaskInfo info = tool.run("e1");

        assertThat(info).extracting(TaskInfo::id, TaskInfo::state, TaskInfo::nextProcessAt, TaskInfo::deadline)
                .containsExactly("t1", TaskState.SCHEDULED, now().plusSeconds(90),
                        Instant.parse("2033-11-04T08:05:09Z"));
        String lock = stored(info).uniqueKey();
        assertThat(lock).isEqualTo("asynq:{low}:unique:daily:");
        assertThat(redis.at(lock).get(lock)).isEqualTo("t1");
        assertThat(info.headers()).containsEntry("k", "v");
        assertThatThrownBy(() -> tool.run("e1")).isInstanceOf(DuplicateTaskException.class);
    }

    @Test
    void an_option_that_cannot_be_read_is_named_and_nothing_is_enqueued() {
        publish("Queue(\"low\")", "Priority(3)");

        assertThatThrownBy(() -> tool.run("e1")).isInstanceOf(RefusedException.class).hasMessage(
                "periodic entry e1 cannot be run: the option Priority(3) cannot be read: there is no such option");
        assertThat(tool.entries()).filteredOn(entry -> entry.id().equals("e1")).singleElement()
                .satisfies(entry -> assertThat(entry.queue()).isEqualTo("low"));
        assertThat(redis.at("asynq:queues").exists("asynq:queues")).isFalse();
    }

    @Test
    void golden_entries_are_listed() {
        Vectors.read("other_messages").forEach(vector -> {
            if (vector.path("name").asText().startsWith("scheduler_entry")) {
                publish(Vectors.hex(vector.get("hex")));
            }
        });

        assertThat(tool.entries()).filteredOn(entry -> !entry.queue().equals("reports"))
                .extracting(PeriodicEntryDetails::id, PeriodicEntryDetails::queue).containsExactlyInAnyOrder(
                        tuple("7837f142-6337-4217-9276-8f27281b67d1", "low"),
                        tuple("e-2", "default"));
        assertThat(tool.run("7837f142-6337-4217-9276-8f27281b67d1").maxRetry()).isEqualTo(3);
    }

    @Test
    void the_entries_of_a_scheduler_that_died_disappear() {
        pass(Duration.ofSeconds(21));

        assertThat(tool.entries()).isEmpty();
        assertThatThrownBy(() -> tool.run(WEEKLY)).isInstanceOf(NotFoundException.class);
    }
}
