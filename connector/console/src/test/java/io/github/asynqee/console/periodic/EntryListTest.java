package io.github.asynqee.console.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.CronRow;
import io.github.asynqee.console.view.CronRow.Run;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.cron.OptionStrings;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class EntryListTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Instant HOUR = Instant.now().truncatedTo(ChronoUnit.HOURS);

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final RedisBroker broker = RedisBroker.connect(RedisConfig.of(REDIS.url()));
    private final ManualClock clock = ManualClock.startingAt(HOUR.plus(Duration.ofMinutes(30)));
    private final EntryWatch watch = new EntryWatch(redis);
    private final EntryList list = new EntryList(redis, clock,
            new Masking(List.of("/password")));

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        broker.close();
        redis.close();
    }

    private void publish(SchedulerEntry... entries) {
        broker.schedulers().write("vm:1:s", List.of(entries), Duration.ofMinutes(10));
    }

    private static SchedulerEntry hourly(String id, String spec) {
        return new SchedulerEntry(id, spec, "report", "{}".getBytes(StandardCharsets.UTF_8),
                List.of("Queue(\"low\")", "Retention(1h0m0s)"), HOUR.plus(Duration.ofHours(1)), null);
    }

    private void ran(String id, String task, Instant at) {
        broker.schedulers().record(id, new SchedulerEnqueueEvent(task, at));
    }

    private CronRow only() {
        List<CronRow> rows = list.withRuns(list.all());
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void what_cannot_be_read_of_one_entry_hides_no_other() {
        publish(hourly("broken", "0 * * * *"), hourly("e", "0 * * * *"));
        redis.client().enqueue(Task.of("report", "{}").queue("low").id("a"));
        ran("e", "no-task", HOUR.minus(Duration.ofHours(1)));
        ran("e", "a", HOUR);
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.set("asynq:scheduler_history:broken", "no history");
            jedis.set("asynq:{low}:t:no-task", "no task");
            jedis.hset(EntryWatch.KEY, "x", "{\"id\":\"x\"}");
        }

        List<CronRow> rows = list.withRuns(list.all());

        assertThat(rows).extracting(CronRow::id).containsExactlyInAnyOrder("broken", "e");
        assertThat(rows).filteredOn(row -> row.id().equals("broken")).singleElement().satisfies(row -> {
            assertThat(row.runs()).as("unknown, not none").isNull();
            assertThat(row.missed()).isEmpty();
        });
        assertThat(rows).filteredOn(row -> row.id().equals("e")).singleElement()
                .satisfies(row -> assertThat(row.runs()).extracting(Run::state).containsExactly("pending", "gone"));
    }

    @Test
    void the_present_states_of_the_latest_tasks() {
        publish(hourly("e", "0 * * * *"));
        redis.client().enqueue(Task.of("report", "{}").queue("low").id("a"));
        redis.client().enqueue(Task.of("report", "{}").queue("low").id("b"));
        redis.inspector().changes().archive("low", "b");
        ran("e", "gone", HOUR.minus(Duration.ofHours(2)));
        ran("e", "b", HOUR.minus(Duration.ofHours(1)));
        ran("e", "a", HOUR);

        CronRow row = only();

        assertThat(row.runs()).extracting(Run::taskId).containsExactly("a", "b", "gone");
        assertThat(row.runs()).extracting(Run::state).containsExactly("pending", "archived", "gone");
        assertThat(row.missed()).isEmpty();
        assertThat(row.nextRuns()).hasSize(5).startsWith(HOUR.plus(Duration.ofHours(1)))
                .endsWith(HOUR.plus(Duration.ofHours(5)));
        assertThat(row.payload()).isEqualTo("{}");
        assertThat(row.goneSince()).isNull();
        assertThat(list.runs("e", "low", 2)).extracting(Run::state).containsExactly("pending", "archived");
    }

    @Test
    void masked_payloads_and_headers_of_present_and_gone_entries_are_not_shown() {
        List<String> options = OptionStrings.of(Task.ofPayload(null).queue("low").header("password", "s3cret")
                .header("tenant", "blue").options());
        publish(new SchedulerEntry("e", "0 * * * *", "report",
                "{\"password\":\"s3cret\"}".getBytes(StandardCharsets.UTF_8), options, HOUR.plus(Duration.ofHours(1)),
                null));

        assertThat(only().payload()).isEqualTo("{\"password\":\"***\"}");
        assertThat(only().options()).containsExactly("Queue(\"low\")", "Header([\"password\",\"***\"])",
                "Header([\"tenant\",\"blue\"])");
        watch.observe(clock.instant());
        broker.schedulers().clear("vm:1:s");
        watch.observe(clock.advance(Duration.ofMinutes(1)));
        assertThat(only().goneSince()).isNotNull();
        assertThat(only().options()).contains("Header([\"password\",\"***\"])");
        assertThat(only().toString()).doesNotContain("s3cret");
    }

    @Test
    void a_tick_without_a_task_is_missed_since_the_entry_is_watched() {
        publish(hourly("e", "0 * * * *"));
        assertThat(only().missed()).as("it may have been registered a minute ago").isEmpty();
        assertThat(watch.observe(HOUR.minus(Duration.ofMinutes(150)))).isEmpty();
        ran("e", "a", HOUR.minus(Duration.ofHours(1)));

        assertThat(only().missed()).containsExactly(HOUR.minus(Duration.ofHours(2)), HOUR);
        assertThat(watch.observe(clock.instant())).singleElement().satisfies(found -> {
            assertThat(found.code()).isEqualTo("missed-run");
            assertThat(found.queue()).isEqualTo("low");
            assertThat(found.severity()).isEqualTo(Finding.Severity.WARNING);
        });
        ran("e", "late", HOUR.plusSeconds(89));
        assertThat(watch.observe(clock.instant())).isEmpty();
        assertThat(only().missed()).containsExactly(HOUR.minus(Duration.ofHours(2)));
    }

    @Test
    void a_tick_that_may_still_be_late_is_not_missed() {
        publish(hourly("e", "0 * * * *"));
        watch.observe(HOUR.minus(Duration.ofMinutes(30)));

        assertThat(watch.observe(HOUR.plusSeconds(89))).isEmpty();
        assertThat(watch.observe(HOUR.plusSeconds(90))).hasSize(1);
    }

    @Test
    void an_entry_that_runs_each_minute_is_never_missed_whatever_ran_since() {
        publish(hourly("e", "* * * * *"));
        watch.observe(HOUR.minus(Duration.ofMinutes(30)));
        for (int minute = 0; minute <= 10; minute++) {
            // the clock of the scheduler is a second ahead of that of the console
            ran("e", "t" + minute, HOUR.minus(Duration.ofMinutes(minute)).minusSeconds(1));
        }

        for (int second = 0; second < 90; second++) {
            assertThat(watch.observe(HOUR.plusSeconds(second))).as("after " + second + " s").isEmpty();
        }
        assertThat(watch.observe(HOUR.plus(Duration.ofMinutes(3)))).extracting(Finding::code)
                .containsExactly("missed-run");
    }

    @Test
    void of_many_entries_that_are_gone_the_latest_are_remembered() {
        watchAndLose("old", 700, clock.instant());
        watchAndLose("new", 700, clock.advance(Duration.ofMinutes(1)));
        assertThat(watch.remembered()).hasSize(EntryWatch.MAX_ENTRIES);

        publish(hourly("last", "0 * * * *"));
        watch.observe(clock.advance(Duration.ofMinutes(1)));

        assertThat(watch.remembered()).hasSize(EntryWatch.MAX_ENTRIES).containsKey("last");
        assertThat(watch.remembered().keySet()).filteredOn(id -> id.startsWith("new")).hasSize(700);
    }

    private void watchAndLose(String name, int entries, Instant now) {
        publish(IntStream.range(0, entries).mapToObj(i -> hourly(name + i, "0 * * * *"))
                .toArray(SchedulerEntry[]::new));
        watch.observe(now);
        broker.schedulers().clear("vm:1:s");
        watch.observe(now.plusSeconds(1));
    }

    @Test
    void an_entry_whose_scheduler_is_gone_is_shown_for_a_day() {
        publish(hourly("e", "0 * * * *"));
        watch.observe(clock.instant());
        ran("e", "a", HOUR);
        broker.schedulers().clear("vm:1:s");
        Instant gone = clock.advance(Duration.ofMinutes(1));
        assertThat(watch.observe(gone)).extracting(Finding::code).containsExactly("entry-gone");

        CronRow row = only();
        assertThat(row.goneSince()).isEqualTo(gone);
        assertThat(row.type()).isEqualTo("report");
        assertThat(row.nextRuns()).isEmpty();
        assertThat(row.runs()).extracting(Run::taskId).containsExactly("a");
        assertThat(watch.observe(clock.advance(Duration.ofHours(23)))).hasSize(1);
        assertThat(watch.observe(clock.advance(Duration.ofHours(1)))).isEmpty();
        assertThat(list.all()).isEmpty();
    }

    @Test
    void an_unchanged_entry_is_not_written_again_and_another_spec_begins_anew() {
        publish(hourly("e", "0 * * * *"));
        watch.observe(clock.instant());
        Instant first = only().watchedSince();
        clock.advance(Duration.ofMinutes(5));
        watch.observe(clock.instant());
        assertThat(only().watchedSince()).isEqualTo(first);

        publish(hourly("e", "0 */1 * * *"));
        assertThat(only().watchedSince()).as("not known for this spec").isNull();
        watch.observe(clock.instant());
        assertThat(only().watchedSince()).isEqualTo(clock.instant());
    }

    @Test
    void a_spec_that_cannot_be_read_is_labelled() {
        publish(hourly("e", "sometimes"));
        watch.observe(clock.instant());

        assertThat(only().specProblem()).contains("cannot be read");
        assertThat(only().nextRuns()).containsExactly(HOUR.plus(Duration.ofHours(1)));
    }
}
