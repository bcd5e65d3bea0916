package io.github.asynqee.console.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.github.asynqee.console.notify.DeliveryException;
import io.github.asynqee.console.notify.Message;
import io.github.asynqee.console.notify.Target;
import io.github.asynqee.console.notify.Targets;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class AlertRunnerTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Finding LATE = new Finding(Severity.WARNING, "latency", "mails", "late", "add servers");

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final RedisClient keys = RedisClient.create(REDIS.url());
    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
    private final List<Finding> findings = new ArrayList<>();
    private SampleCoverage examined = (code, queue, since) -> true;
    private final Inbox ops = new Inbox("ops");
    private final SettingsStore settings = new SettingsStore(redis.executor());
    private final IncidentStore store = new IncidentStore(redis.executor());
    private final AlertRunner runner = node(ops);

    /** Collects the messages. */
    private static final class Inbox implements Target {

        private final String name;
        private final List<String> got = new ArrayList<>();
        private Runnable meanwhile = () -> {};
        private boolean broken;
        private boolean maybe;
        private String poison;

        private Inbox(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String kind() {
            return "test";
        }

        @Override
        public String shown() {
            return "here";
        }

        @Override
        public void send(Message message) throws DeliveryException {
            got.add(message.event() + " " + message.finding().code() + " " + message.finding().queue());
            meanwhile.run();
            if (message.finding().queue().equals(poison)) {
                throw new IllegalArgumentException("it cannot be rendered");
            }
            if (broken) {
                throw new DeliveryException("out of order", null, maybe);
            }
        }

        private List<String> take() {
            List<String> taken = List.copyOf(got);
            got.clear();
            return taken;
        }
    }

    /** The process ends here. */
    private static final class Killed extends Error {

        private static final long serialVersionUID = 1L;
    }

    private AlertRunner node(Target... targets) {
        return new AlertRunner(redis.executor(), now -> new Sample(now, List.of(), List.copyOf(findings), examined),
                clock,
                INTERVAL, new Targets(List.of(targets), "default", null), "node");
    }

    @BeforeEach
    void clear() {
        REDIS.clear();
        change(Duration.ofMinutes(1), Duration.ZERO);
    }

    @AfterEach
    void close() {
        keys.close();
        redis.close();
    }

    private void change(Duration hold, Duration reminder) {
        settings.change(before -> new AlertSettings(before.revision() + 1, Severity.WARNING, hold, reminder, List.of(),
                List.of(), before.silences()));
    }

    private List<String> after(Duration time, AlertRunner node) {
        clock.advance(time);
        node.tick();
        return ops.take();
    }

    @Test
    void what_redis_refuses_is_in_the_log_once_until_it_works_again() {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                // another test may set a lower level at the same time
                if (line.getLevel().intValue() >= Level.INFO.intValue()) {
                    lines.add(line.getLevel() + " " + line.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(AlertRunner.class.getName());
        log.addHandler(handler);
        try {
            keys.del(SettingsStore.KEY);
            keys.rpush(SettingsStore.KEY, "of another type");
            runner.tick();
            runner.tick();
            assertThat(lines).singleElement().asString().startsWith("WARNING Evaluating alerts failed")
                    .contains("WRONGTYPE");
            keys.del(SettingsStore.KEY);
            runner.tick();
            keys.rpush(SettingsStore.KEY, "again");
            runner.tick();
        } finally {
            log.removeHandler(handler);
        }
        assertThat(lines).hasSize(2);
    }

    @Test
    void a_message_that_cannot_be_rendered_stops_no_other_of_its_step() {
        change(Duration.ZERO, Duration.ZERO);
        Inbox other = new Inbox("other");
        ops.poison = "a";
        other.poison = "b";
        AlertRunner both = node(ops, other);
        for (String queue : List.of("a", "b", "c")) {
            findings.add(new Finding(Severity.WARNING, "latency", queue, "late", "add servers"));
        }

        both.tick();

        assertThat(ops.take()).containsExactlyInAnyOrder("OPENED latency a", "OPENED latency b", "OPENED latency c");
        assertThat(other.take()).containsExactlyInAnyOrder("OPENED latency a", "OPENED latency b", "OPENED latency c");
        assertThat(store.read().incidents().values()).filteredOn(each -> each.queue().equals("a"))
                .singleElement().satisfies(each -> assertThat(each.delivery("ops").error()).contains("console failed"));
        ops.poison = null;
        assertThat(after(Duration.ofSeconds(11), both)).containsExactly("OPENED latency a");
    }

    @Test
    void one_message_when_it_has_lasted_and_one_when_it_is_over() {
        findings.add(LATE);
        runner.tick();
        assertThat(ops.take()).as("not yet").isEmpty();
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(after(INTERVAL, runner)).containsExactly("OPENED latency mails");
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(after(Duration.ofDays(3), runner)).as("no reminder is set").isEmpty();

        findings.clear();
        assertThat(after(INTERVAL, runner)).isEmpty();
        findings.add(LATE);
        assertThat(after(INTERVAL, runner)).as("a short absence is no end").isEmpty();
        findings.clear();
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(after(INTERVAL.multipliedBy(2), runner)).containsExactly("RESOLVED latency mails");
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(store.read().incidents()).isEmpty();
        assertThat(store.history()).singleElement().satisfies(over -> {
            assertThat(over.openedAt()).isNotNull();
            assertThat(over.resolvedAt()).isAfter(over.openedAt());
            assertThat(over.delivery("ops").resolved()).isNotNull();
        });
        assertThat(keys.keys("*")).containsExactlyInAnyOrder(SettingsStore.KEY, IncidentStore.LEASE,
                IncidentStore.INCIDENTS, IncidentStore.HISTORY);
    }

    @Test
    void what_did_not_last_leaves_nothing() {
        findings.add(LATE);
        runner.tick();
        findings.clear();
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(store.read().incidents()).isEmpty();
        assertThat(store.history()).isEmpty();
    }

    @Test
    void of_two_nodes_one_sends_and_the_other_goes_on_after_its_death() {
        AlertRunner other = node(ops);
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        runner.tick();
        other.tick();
        assertThat(ops.take()).containsExactly("OPENED latency mails");

        // the first node dies: its lease ends
        keys.del(IncidentStore.LEASE);
        findings.add(new Finding(Severity.ERROR, "eviction", "", "evicts", ""));
        assertThat(after(INTERVAL, other)).containsExactly("OPENED eviction ");
        assertThat(after(INTERVAL, runner)).isEmpty();
        other.close();
        findings.clear();
        assertThat(after(INTERVAL, runner)).containsExactlyInAnyOrder("RESOLVED eviction ", "RESOLVED latency mails");
    }

    @Test
    void a_node_killed_between_a_message_and_its_record_has_it_sent_again() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        ops.meanwhile = () -> {
            throw new Killed();
        };
        assertThatThrownBy(runner::tick).isInstanceOf(Killed.class);
        assertThat(ops.take()).containsExactly("OPENED latency mails");

        keys.del(IncidentStore.LEASE);
        ops.meanwhile = () -> {};
        AlertRunner other = node(ops);
        other.tick();
        assertThat(ops.take()).as("waits as after a failure").isEmpty();
        assertThat(after(INTERVAL, other)).containsExactly("OPENED latency mails");
        assertThat(after(INTERVAL, other)).isEmpty();
    }

    @Test
    void a_message_that_may_have_been_sent_is_followed_by_its_end() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        ops.meanwhile = () -> {
            throw new Killed();
        };
        assertThatThrownBy(runner::tick).isInstanceOf(Killed.class);
        ops.take();
        keys.del(IncidentStore.LEASE);
        ops.meanwhile = () -> {};
        findings.clear();

        assertThat(after(INTERVAL, node(ops))).containsExactly("RESOLVED latency mails");
    }

    @Test
    void a_step_that_was_under_way_at_the_end_takes_no_lease() {
        runner.tick();
        assertThat(keys.exists(IncidentStore.LEASE)).isTrue();

        runner.close();
        runner.tick();

        assertThat(keys.exists(IncidentStore.LEASE)).isFalse();
    }

    @Test
    void a_node_that_has_lost_the_lease_writes_nothing() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        ops.meanwhile = () -> keys.set(IncidentStore.LEASE, "another node");

        runner.tick();

        assertThat(ops.take()).containsExactly("OPENED latency mails");
        assertThat(store.read().incidents().values()).singleElement()
                .satisfies(each -> assertThat(each.delivery("ops").opened()).isNull());
        ops.meanwhile = () -> {};
        assertThat(after(INTERVAL, runner)).isEmpty();
        assertThat(keys.get(IncidentStore.LEASE)).isEqualTo("another node");
    }

    @Test
    void a_target_that_fails_is_attempted_again_at_growing_intervals() {
        Inbox chat = new Inbox("chat");
        AlertRunner both = node(ops, chat);
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        ops.broken = true;
        both.tick();
        int attempts = ops.take().size();
        for (int second = 0; second < 600; second += 10) {
            attempts += after(Duration.ofSeconds(10), both).size();
        }
        assertThat(attempts).as("10, 20, 40 … seconds after each other").isEqualTo(6);
        assertThat(chat.take()).containsExactly("OPENED latency mails");
        assertThat(store.read().incidents().values()).singleElement().satisfies(each -> {
            assertThat(each.delivery("ops").error()).isEqualTo("out of order");
            assertThat(each.delivery("ops").attempts()).isEqualTo(6);
        });
        findings.clear();
        ops.broken = false;
        assertThat(after(Duration.ofHours(1), both)).as("a target that never got the first message gets no end")
                .isEmpty();
        assertThat(chat.take()).containsExactly("RESOLVED latency mails");
        assertThat(after(INTERVAL, both)).isEmpty();
        assertThat(store.history()).hasSize(1);
    }

    @Test
    void a_silence_delays_the_message_but_not_that_of_the_end() {
        change(Duration.ZERO, Duration.ZERO);
        Instant until = clock.instant().plus(Duration.ofHours(1));
        settings.change(before -> before.with(before.revision(),
                List.of(new Silence("s", "latency", "ma*", until, "maintenance", "ann", clock.instant()))));
        findings.add(LATE);
        findings.add(new Finding(Severity.WARNING, "latency", "news", "late", ""));
        runner.tick();
        assertThat(ops.take()).containsExactly("OPENED latency news");
        assertThat(after(Duration.ofMinutes(59), runner)).isEmpty();
        assertThat(after(Duration.ofMinutes(1), runner)).containsExactly("OPENED latency mails");
        settings.change(before -> before.with(before.revision(), List.of(
                new Silence("t", null, null, until.plus(Duration.ofDays(9)), "quiet", "ann", clock.instant()))));
        findings.clear();
        assertThat(after(INTERVAL, runner)).containsExactlyInAnyOrder("RESOLVED latency mails",
                "RESOLVED latency news");
    }

    @Test
    void a_reminder_is_sent_at_the_interval_set() {
        change(Duration.ZERO, Duration.ofHours(1));
        findings.add(LATE);
        runner.tick();
        ops.take();
        assertThat(after(Duration.ofMinutes(59), runner)).isEmpty();
        assertThat(after(Duration.ofMinutes(1), runner)).containsExactly("REMINDER latency mails");
        assertThat(after(Duration.ofMinutes(30), runner)).isEmpty();
        assertThat(after(Duration.ofMinutes(30), runner)).containsExactly("REMINDER latency mails");
    }

    @Test
    void what_is_on_an_unreadable_node_is_not_resolved() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        runner.tick();
        ops.take();
        findings.clear();
        findings.add(new Finding(Severity.ERROR, "redis-node", "", "down", ""));
        assertThat(after(Duration.ofHours(1), runner)).containsExactly("OPENED redis-node ");
        findings.clear();
        assertThat(after(INTERVAL, runner)).containsExactlyInAnyOrder("RESOLVED redis-node ", "RESOLVED latency mails");
    }

    @Test
    void what_is_found_on_a_node_is_not_resolved_while_it_cannot_be_read_even_if_that_is_no_alert() {
        settings.change(before -> new AlertSettings(before.revision() + 1, Severity.WARNING, Duration.ZERO,
                Duration.ZERO, List.of("redis-node"), List.of(), List.of()));
        Finding memory = new Finding(Severity.ERROR, "memory", "", "95%", "");
        findings.add(memory);
        findings.add(LATE);
        runner.tick();
        assertThat(ops.take()).hasSize(2);
        findings.clear();
        findings.add(new Finding(Severity.ERROR, "redis-node", "", "down", ""));
        assertThat(after(Duration.ofHours(1), runner)).isEmpty();
        findings.add(memory);
        assertThat(after(INTERVAL, runner)).isEmpty();
        findings.clear();
        assertThat(after(INTERVAL, runner)).containsExactlyInAnyOrder("RESOLVED memory ", "RESOLVED latency mails");
    }

    @Test
    void a_node_that_takes_over_resolves_only_what_it_has_looked_at() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        runner.tick();
        ops.take();

        keys.del(IncidentStore.LEASE);
        List<Finding> late = List.copyOf(findings);
        findings.clear();
        AlertRunner other = node(ops);
        examined = (code, queue, since) -> false;
        assertThat(after(INTERVAL, other)).isEmpty();
        findings.addAll(late);
        Instant takenOver = clock.instant();
        examined = (code, queue, since) -> {
            assertThat(since).isEqualTo(takenOver);
            return true;
        };
        assertThat(after(INTERVAL, other)).as("the same incident").isEmpty();
        findings.clear();
        assertThat(after(INTERVAL, other)).containsExactly("RESOLVED latency mails");
    }

    @Test
    void a_node_that_takes_over_opens_nothing_that_is_part_of_an_incident_of_many_queues() {
        change(Duration.ZERO, Duration.ZERO);
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            findings.add(new Finding(Severity.WARNING, "latency", "q" + i, "late", ""));
        }
        runner.tick();
        assertThat(ops.take()).containsExactly("OPENED latency *");

        keys.del(IncidentStore.LEASE);
        List<Finding> all = List.copyOf(findings);
        findings.subList(3, findings.size()).clear();
        AlertRunner other = node(ops);
        examined = (code, queue, since) -> !queue.equals("*");
        assertThat(after(INTERVAL, other)).isEmpty();
        findings.clear();
        findings.addAll(all);
        examined = (code, queue, since) -> true;
        assertThat(after(INTERVAL, other)).isEmpty();
    }

    @Test
    void a_silence_that_begins_or_ends_neither_resolves_nor_repeats_an_incident_of_many_queues() {
        change(Duration.ZERO, Duration.ofHours(1));
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            findings.add(new Finding(Severity.WARNING, "latency", "billing-" + i, "late", ""));
        }
        runner.tick();
        assertThat(ops.take()).containsExactly("OPENED latency *");
        settings.change(before -> before.with(before.revision(), List.of(new Silence("s", null, "billing-*",
                clock.instant().plus(Duration.ofHours(2)), "maintenance", "ann", clock.instant()))));

        findings.add(LATE);
        assertThat(after(INTERVAL, runner)).as("one that is not silenced").containsExactly("OPENED latency mails");
        findings.remove(LATE);
        assertThat(after(INTERVAL, runner)).containsExactly("RESOLVED latency mails");
        assertThat(after(Duration.ofMinutes(90), runner)).as("no reminder").isEmpty();
        assertThat(after(Duration.ofMinutes(31), runner)).as("the silence is over")
                .containsExactly("REMINDER latency *");
        findings.clear();
        assertThat(after(INTERVAL, runner)).containsExactly("RESOLVED latency *");
    }

    @Test
    void a_message_that_was_not_confirmed_is_followed_by_its_end_also_if_later_attempts_fail() {
        change(Duration.ZERO, Duration.ZERO);
        findings.add(LATE);
        ops.broken = true;
        ops.maybe = true;
        runner.tick();
        assertThat(ops.take()).hasSize(1);
        ops.maybe = false;
        assertThat(after(INTERVAL, runner)).containsExactly("OPENED latency mails");
        ops.broken = false;
        ops.take();
        findings.clear();

        assertThat(after(Duration.ofHours(1), runner)).containsExactly("RESOLVED latency mails");
    }

    @Test
    void a_sample_is_taken_once_in_an_interval() {
        List<Instant> samples = new ArrayList<>();
        AlertRunner counting = new AlertRunner(redis.executor(), now -> {
            samples.add(now);
            return new Sample(now, List.of(), List.of(), examined);
        }, clock, INTERVAL, new Targets(List.of(), "default", null), "node");

        for (int i = 0; i < 60; i++) {
            counting.tick();
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(samples).hasSize(2);
    }
}
