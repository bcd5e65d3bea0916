package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;

import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.live.LiveUpdates;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.live.Overview;
import io.github.asynqee.console.live.Subscriber;
import io.github.asynqee.console.live.Ticks;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.scale.LargeData;
import io.github.asynqee.console.scale.Work;
import io.github.asynqee.console.view.QueueList;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.SearchResult;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/**
 * Many queues, a large archive and very many groups: no page makes Redis work long at a stretch or more often than the
 * budget allows. With {@code -Dscale.queues=25000 -Dscale.archived=1000000 -Dscale.groups=1000000 -Dscale.print} in full size.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScaleTest {

    private static final int QUEUES = Integer.getInteger("scale.queues", 2_000);
    private static final int ARCHIVED = Integer.getInteger("scale.archived", 30_000);
    private static final int GROUPS = Integer.getInteger("scale.groups", 30_000);
    private static final int TASKS = Integer.getInteger("scale.tasks", 3);
    private static final boolean PRINT = System.getProperty("scale.print") != null;
    private static final int BUDGET = Integer.getInteger("scale.budget", 5_000);
    private static final long COMMANDS = BUDGET * TestConsole.REFRESH.toMillis() / 1_000;
    private static final Duration LIMIT = Duration.ofMillis(5);
    private static final int CALLS = Integer.getInteger("scale.calls", 3);

    private final EmbeddedRedis redis = EmbeddedRedis.start();
    private final Jedis jedis = new Jedis(redis.host(), redis.port(), 60_000);
    private final Work work = new Work(jedis);
    private final ManualClock clock = ManualClock.startingAt(Instant.now());
    private final TestConsole console = new TestConsole(redis.url(), BUDGET, clock);
    private final Set<String> slowest = new ConcurrentSkipListSet<>();
    private final Map<String, String> figures = Collections.synchronizedMap(new TreeMap<>());

    @BeforeAll
    void fill() {
        new LargeData(jedis, LocalDate.now(Clock.systemUTC().withZone(ZoneOffset.UTC)).minusDays(1).toString())
                .queues(QUEUES, TASKS).archived(ARCHIVED).groups(GROUPS);
        work.reset();
        long before = usedMemory();
        time("00 first reading", () -> {
            while (monitor().queues().size() < QUEUES + 2) {
                clock.advance(Duration.ofMillis(1));
            }
            return true;
        });
        figures.put("01 bytes of cache per queue", "" + (usedMemory() - before) / QUEUES);
        figures.put("02 commands of first reading", "" + work.total());
        assertThat(monitor().queues()).hasSize(QUEUES + 2);
    }

    @AfterAll
    void stop() {
        if (PRINT) {
            figures.forEach((name, value) -> System.out.println(name + ": " + value));
            System.out.println("slowest commands: " + slowest);
        }
        console.close();
        jedis.close();
        redis.close();
    }

    private static long usedMemory() {
        if (!PRINT) {
            return 0;
        }
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private Monitor monitor() {
        return console.of("default").monitor();
    }

    /** Calls some times and keeps the longest and the median time; returns the last result. */
    private <T> T time(String name, Supplier<T> call) {
        List<Long> millis = new ArrayList<>();
        T result = null;
        for (int i = 0; i < (name.startsWith("00") ? 1 : CALLS); i++) {
            long begin = System.nanoTime();
            result = call.get();
            millis.add(Duration.ofNanos(System.nanoTime() - begin).toMillis());
        }
        Collections.sort(millis);
        figures.put(name, millis.get(millis.size() / 2) + " ms, p95 " + millis.get(millis.size() * 95 / 100) + " ms");
        return result;
    }

    private QueueResource queues() {
        QueueResource queues = new QueueResource();
        queues.redis = "default";
        queues.console = console;
        return queues;
    }

    private TaskResource tasks() {
        TaskResource tasks = new TaskResource();
        tasks.redis = "default";
        tasks.console = console;
        return tasks;
    }

    private ErrorResource errors() {
        ErrorResource errors = new ErrorResource();
        errors.console = console;
        return errors;
    }

    /** Advances to the next reading. */
    private long commandsOfReading() {
        clock.advance(TestConsole.REFRESH.plusMillis(1));
        long before = work.total();
        monitor().overview();
        return work.total() - before;
    }

    private void assertNothingSlow() {
        assertThat(work.commands()).doesNotContainKeys("keys", "sort");
        slowest.add(work.slowest());
        assertThat(work.slowerThan(LIMIT)).isEmpty();
    }

    @Test
    void readings_keep_to_the_budget_and_come_to_every_queue() {
        Instant begin = clock.instant();
        int readings = 0;
        long most = 0;
        work.reset();
        long cpu = work.cpuMillis();
        do {
            long commands = commandsOfReading();
            most = Math.max(most, commands);
            assertThat(commands).isLessThan(COMMANDS * 3 / 2);
            readings++;
        } while (monitor().freshness().oldestAt().isBefore(begin) && readings < 1_000);

        assertNothingSlow();
        assertThat(monitor().freshness().oldestAt()).isAfterOrEqualTo(begin);
        // 14 commands count a queue, for which at least three eighths of the budget are kept
        assertThat(readings).isLessThan((int) (2 + QUEUES * 14L * 8 / (3 * COMMANDS)));
        figures.put("10 readings for all queues", readings + " of at most " + most + " commands; ms of Redis each: "
                + (work.cpuMillis() - cpu) / readings);
    }

    @Test
    void a_queue_that_is_looked_at_is_in_each_reading() {
        String last = "queue-%06d".formatted(QUEUES);
        assertThat(queues().list(last, null, null, null, null).items()).hasSize(1);
        for (int i = 0; i < 3; i++) {
            commandsOfReading();
            QueueRow row = queues().list(last, null, null, null, null).items().get(0);
            assertThat(monitor().freshness().queues()).isEqualTo(QUEUES + 2);
            jedis.set("asynq:{" + last + "}:processed", String.valueOf(1_000_000 + i));
            commandsOfReading();
            assertThat(queues().list(last, null, null, null, null).items().get(0).processedTotal())
                    .isEqualTo(1_000_000 + i).isNotEqualTo(row.processedTotal());
        }
    }

    @Test
    void the_list_of_queues_is_answered_from_the_cache() {
        monitor().overview();
        work.reset();

        QueueList page = time("20 list of queues", () -> queues().list("", "pending", "desc", null, 100));
        time("21 list of queues, filtered", () -> queues().list("00", "name", "asc", "100", 100));
        QueueList other = queues().list("queue-", "latencyMs", "desc", null, null);

        assertThat(page.items()).hasSize(100);
        assertThat(page.total()).isEqualTo(QUEUES + 2);
        assertThat(other.items()).hasSize(100);
        assertThat(work.commands()).isEmpty();
    }

    @Test
    void an_overview_has_a_limited_size() {
        Overview overview = time("22 overview", () -> monitor().overview());

        assertThat(overview.queues()).isEqualTo(QUEUES + 2);
        assertThat(overview.totals().archived()).isEqualTo(ARCHIVED);
        // extrapolated from a sample; each group has one task
        assertThat(overview.totals().aggregating()).isEqualTo(GROUPS);
        assertThat(overview.findings().size()).isLessThanOrEqualTo(50);
    }

    @Test
    void the_page_of_a_queue_with_very_many_groups_or_archived_tasks() {
        work.reset();

        var grouped = time("30 queue with groups", () -> queues().details(Segment.fromString("grouped")));
        var archive = time("31 queue with archive", () -> queues().details(Segment.fromString("archive")));

        assertThat(grouped.groupList()).hasSize(500).allMatch(group -> group.size() == 1);
        assertThat(grouped.queue().groups()).isEqualTo(GROUPS);
        assertThat(archive.findings()).anyMatch(finding -> finding.code().equals("archive-full"));
        assertThat(archive.errors()).singleElement()
                .satisfies(error -> assertThat(error.signature()).isEqualTo("user # is unknown"));
        // the queues page and its errors read samples, not the whole
        assertThat(work.total() / CALLS).isLessThan(25_000);
        assertNothingSlow();
    }

    @Test
    void a_search_is_limited_and_goes_on_where_it_has_ended() {
        work.reset();

        SearchResult archived = time("40 search for a state", () -> tasks().search("state:archived", null, 50, null));
        SearchResult grouped = time("41 search in groups", () -> tasks().search("queue:grouped", null, 50, null));
        SearchResult next = tasks().search("queue:grouped", grouped.next(), 50, null);
        SearchResult one = time("42 search for a group",
                () -> tasks().search("group:g17 state:aggregating", null, 50, null));
        time("43 search for what is not there", () -> tasks().search("queue:queue-000001 nothing", null, 50, null));
        time("44 errors", () -> errors().errors("default", ""));

        assertThat(archived.items()).hasSize(50);
        assertThat(grouped.items()).hasSizeGreaterThanOrEqualTo(50);
        assertThat(next.items()).hasSize(50).doesNotContainAnyElementsOf(grouped.items());
        assertThat(one.items()).hasSize(1);
        assertNothingSlow();
    }

    @Test
    void a_task_is_found_by_its_key_with_few_commands() {
        FindResource find = new FindResource();
        find.console = console;
        work.reset();

        assertThat(time("50 find", () -> find.find("default", "a4711")).queue()).isEqualTo("archive");

        assertThat(work.commands().get("exists")).isLessThanOrEqualTo((long) CALLS * (QUEUES / 200 + 210));
        assertNothingSlow();
    }

    /** Counts events. */
    private static final class Viewer implements Subscriber {

        private int events;
        private long characters;

        @Override
        public boolean send(String name, String json) {
            events++;
            characters += json == null ? 0 : json.length();
            return true;
        }

        @Override
        public void end() {}
    }

    @Test
    void a_hundred_viewers_cost_redis_what_one_costs() {
        LiveUpdates live = console.of("default").live();
        List<Viewer> viewers = new ArrayList<>();
        long one = commandsWith(live, viewers, 1);
        long hundred = commandsWith(live, viewers, 100);

        // the rotation may read queues with more groups or failed tasks
        assertThat(hundred).isBetween(one / 2, one * 3 / 2);
        assertThat(viewers).hasSize(100).allMatch(viewer -> viewer.events > 0 && viewer.characters > 100);
        figures.put("60 commands per reading with 1 and 100 viewers", one + ", " + hundred);
        figures.put("61 characters sent to the first viewer per reading",
                "" + viewers.get(0).characters / (2 * CALLS));
    }

    private long commandsWith(LiveUpdates live, List<Viewer> viewers, int number) {
        while (viewers.size() < number) {
            Viewer viewer = new Viewer();
            live.subscribe("user" + viewers.size(), viewer);
            viewers.add(viewer);
        }
        work.reset();
        for (int i = 0; i < CALLS; i++) {
            clock.advance(TestConsole.REFRESH.plusMillis(1));
            Ticks.tick(live);
        }
        return work.total() / CALLS;
    }
}
