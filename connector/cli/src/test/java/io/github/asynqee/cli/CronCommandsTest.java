package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code asynq cron}: entries of a node of this project, beside one of a Go scheduler. */
class CronCommandsTest extends CommandTest {

    private static final PeriodicTask BEAT = PeriodicTask.of("beat", "@every 7s",
            Task.of("beat", "tick").queue("low").maxRetry(3));

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2033-05-18T03:33:20Z"));
    private RedisBroker broker;
    private Inspector inspector;

    @BeforeEach
    void start() {
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
        inspector = new RedisInspector(broker, broker.executor(), () -> {});
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        scheduler.put(BEAT);
        scheduler.runOnce();
        broker.schedulers().write("vm:1:s", List.of(new SchedulerEntry("go-entry", "@daily", "daily", new byte[0],
                List.of("Queue(\"reports\")"), clock.instant().plusSeconds(3600), null)), Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Override
    AsynqCommand command() {
        return new AsynqCommand(clock, url -> {
            RedisBroker own = RedisBroker.connect(RedisConfig.of(url), clock);
            return new RedisInspector(own, own.executor(), own::close);
        });
    }

    @Test
    void a_paused_entry_is_marked_where_its_next_tick_is_shown() {
        run("cron", "ls");
        assertThat(lines().get(3)).matches(BEAT.entryId() + " +@every 7s +beat +tick +.* +In 7s +N/A");

        assertThat(run("cron", "pause", BEAT.entryId())).isZero();
        assertThat(lines()).containsExactly("Successfully paused periodic entry " + BEAT.entryId());
        run("cron", "ls");

        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0)).matches("EntryID +Spec +Type +Payload +Options +Next +Prev");
        assertThat(lines().get(2)).matches("go-entry +@daily +daily +\\[Queue\\(\"reports\"\\)] +In 1h0m0s +N/A");
        assertThat(lines().get(3)).matches(BEAT.entryId() + " +@every 7s +beat +tick +.* +Paused +N/A");
        assertThat(run("cron", "resume", BEAT.entryId())).isZero();
        assertThat(lines()).containsExactly("Successfully resumed periodic entry " + BEAT.entryId());
        assertThat(inspector.periodic().entries()).noneMatch(entry -> entry.paused());
    }

    @Test
    void json_has_the_queue_and_whether_an_entry_is_paused_and_controllable_and_the_spec_in_words() {
        run("cron", "pause", BEAT.entryId());

        assertThat(run("cron", "ls", "--output", "json")).isZero();

        JsonArray entries = JsonParser.parseString(out.toString()).getAsJsonArray();
        assertThat(entries.get(0)).hasToString("{\"entry_id\":\"go-entry\",\"spec\":\"@daily\",\"type\":\"daily\","
                + "\"payload\":\"\",\"options\":\"[Queue(\\\"reports\\\")]\",\"next\":\"2033-05-18T04:33:20Z\","
                + "\"prev\":null,\"queue\":\"reports\",\"paused\":false,\"controllable\":false,\"produced\":false,"
                + "\"words\":\"every day at 00:00, UTC\"}");
        assertThat(entries.get(1).getAsJsonObject().get("paused").getAsBoolean()).isTrue();
        assertThat(entries.get(1).getAsJsonObject().get("controllable").getAsBoolean()).isTrue();
        assertThat(entries.get(1).getAsJsonObject().get("queue").getAsString()).isEqualTo("low");
    }

    @Test
    void entries_are_run_and_an_error_with_one_does_not_stop_the_others() {
        assertThat(run("cron", "run", "unknown", BEAT.entryId(), "go-entry")).isEqualTo(1);

        assertThat(err.toString()).isEqualTo("error: there is no periodic entry unknown: no running scheduler has "
                + "published it" + System.lineSeparator());
        assertThat(inspector.tasks().list("low", TaskState.PENDING, 1, 10)).singleElement().satisfies(
                task -> assertThat(lines().get(0)).isEqualTo("Enqueued task " + task.info().id() + " to queue low"));
        assertThat(inspector.tasks().list("reports", TaskState.PENDING, 1, 10)).singleElement().satisfies(
                task -> assertThat(lines().get(1))
                        .isEqualTo("Enqueued task " + task.info().id() + " to queue reports"));
    }

    @Test
    void an_entry_of_go_cannot_be_paused() {
        assertThat(run("cron", "pause", "go-entry", BEAT.entryId())).isEqualTo(1);

        assertThat(err.toString()).contains("go-entry belongs to a scheduler of Go");
        assertThat(inspector.periodic().entries()).extracting(entry -> entry.paused()).containsExactly(false, true);
        assertThat(run("cron", "pause")).isEqualTo(2);
    }

    @Test
    void a_run_as_json() {
        assertThat(run("cron", "run", "go-entry", "-o", "json")).isZero();

        String id = inspector.tasks().list("reports", TaskState.PENDING, 1, 10).get(0).info().id();
        assertThat(out.toString().strip())
                .isEqualTo("[{\"entry_id\":\"go-entry\",\"task_id\":\"" + id + "\",\"queue\":\"reports\"}]");
    }

    @Test
    void the_help_has_an_example_of_each_command() {
        for (String command : List.of("ls", "pause", "resume", "run", "history")) {
            assertThat(AsynqCommand.commandLine(new AsynqCommand(clock, url -> inspector)).getSubcommands().get("cron")
                    .getSubcommands().get(command).getUsageMessage()).contains("Example", "asynq cron " + command);
        }
    }
}
