package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;

import io.github.asynqee.Task;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.JobState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.testkit.RedisForTests;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class ResourceLimitsTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        add();
    }

    private void add() {
        console.of("default").redis().client().enqueue(Task.of("t", new byte[0]).queue("q").id("a"));
    }

    @AfterEach
    void close() {
        console.close();
    }

    private static HttpServletRequest http(Role... roles) {
        Principal ann = () -> "ann";
        Set<Role> all = Set.of(roles);
        return (HttpServletRequest) Proxy.newProxyInstance(ResourceLimitsTest.class.getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class }, (proxy, method, args) -> switch (method.getName()) {
                    case "isUserInRole" -> all.stream().anyMatch(role -> role.containerName().equals(args[0]));
                    case "getUserPrincipal" -> ann;
                    default -> null;
                });
    }

    private JobResource jobs(Role... roles) {
        JobResource jobs = new JobResource();
        jobs.redis = "default";
        jobs.console = console;
        jobs.http = http(roles);
        jobs.notes = new AuditNotes();
        return jobs;
    }

    private static void refused(int status, String detail, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().status()).isEqualTo(status);
            assertThat(e.problem().detail()).contains(detail);
        });
    }

    private String create(BulkAction action) {
        return console.of("default").jobs().create(new Job.Request(action, "", "x", null, true, null), "root").id();
    }

    @Test
    void an_operator_pauses_and_stops_the_deletion_of_an_admin_but_does_not_resume_it() {
        JobResource admin = jobs(Role.ADMIN, Role.OPERATOR, Role.VIEWER);
        JobResource operator = jobs(Role.OPERATOR, Role.VIEWER);
        String deletion = create(BulkAction.DELETE);
        String archiving = create(BulkAction.ARCHIVE);
        assertThat(operator.pause(deletion).state()).isEqualTo(JobState.PAUSED);
        operator.pause(archiving);

        refused(403, "asynq-admin", () -> operator.resume(deletion));
        assertThat(operator.one(deletion).state()).isEqualTo(JobState.PAUSED);
        assertThat(operator.resume(archiving).state()).isEqualTo(JobState.RUNNING);
        assertThat(admin.resume(deletion).state()).isEqualTo(JobState.RUNNING);
        assertThat(operator.cancel(deletion).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void an_operator_does_not_resume_an_archive_job_that_deletes_archived_tasks() {
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            for (int i = 0; i < 9_999; i++) {
                jedis.zadd("asynq:{q}:archived", i, "gone" + i);
            }
        }
        String archiving = console.of("default").jobs()
                .create(new Job.Request(BulkAction.ARCHIVE, "state:pending", "x", "1", true, null), "root").id();
        JobResource operator = jobs(Role.OPERATOR, Role.VIEWER);
        operator.pause(archiving);

        refused(403, "asynq-admin", () -> operator.resume(archiving));
        assertThat(operator.one(archiving).state()).isEqualTo(JobState.PAUSED);
        assertThat(jobs(Role.values()).resume(archiving).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void a_queue_that_does_not_exist_is_not_remembered() {
        RedisConsole instance = console.of("default");
        for (int i = 0; i < 50; i++) {
            QueuePage page = new QueuePage(instance, "none" + i);
            assertThatThrownBy(page::read).isInstanceOf(QueueNotFoundException.class);
        }

        assertThat(instance.monitor().viewed()).isEmpty();
        new QueuePage(instance, "q").read();
        assertThat(instance.monitor().viewed()).containsExactly("q");
    }

    @Test
    void what_is_typed_for_a_job_has_at_most_500_characters() {
        JobResource admin = jobs(Role.values());
        String ok = "x".repeat(500);

        refused(403, "asynq-admin", () -> jobs(Role.OPERATOR).create("{\"action\":\"delete\",\"reason\":\"x\"}"));
        refused(400, "\"reason\"", () -> admin.create("{\"action\":\"run\",\"reason\":\"" + ok + "x\"}"));
        refused(400, "\"typed\"",
                () -> admin.create("{\"action\":\"run\",\"reason\":\"x\",\"typed\":\"" + ok + "x\"}"));
        assertThat(console.of("default").jobs().all()).isEmpty();
    }

    @Test
    void a_marker_is_at_most_a_day_ahead_and_has_80_characters() {
        MarkerResource markers = new MarkerResource();
        markers.redis = "default";
        markers.console = console;
        markers.http = http(Role.OPERATOR);
        markers.notes = new AuditNotes();
        Instant day = Instant.now().plus(Duration.ofDays(1));
        String marker = "{\"text\":\"%s\",\"at\":\"%s\"}";

        refused(400, "one day from now", () -> markers.create(marker.formatted("x", day.plusSeconds(60))));
        refused(400, "80 characters", () -> markers.create(marker.formatted("x".repeat(81), day.minusSeconds(60))));
        assertThat(markers.create(marker.formatted("x".repeat(80), day.minusSeconds(60))).text()).hasSize(80);
    }

    @Test
    void one_queue_is_examined_at_a_time() throws InterruptedException {
        QueueResource queues = new QueueResource();
        queues.redis = "default";
        queues.console = console;
        queues.notes = new AuditNotes();
        Segment q = Segment.fromString("q");
        console.of("default").repairs().acquire();

        refused(409, "being examined", () -> queues.repairs(q));
        refused(409, "being examined", () -> queues.repair(q));
        console.of("default").repairs().release();
        assertThat(queues.repairs(q).items()).isEmpty();
        assertThat(queues.repair(q).items()).isEmpty();
    }

    @Test
    void eight_runs_of_periodic_entries_wait_at_a_time() throws InterruptedException {
        CronResource cron = new CronResource();
        cron.redis = "default";
        cron.console = console;
        cron.notes = new AuditNotes();
        console.of("default").runs().acquire(8);

        refused(429, "Eight runs wait", () -> cron.run(Segment.fromString("none")));
        console.of("default").runs().release(8);
        assertThatThrownBy(() -> cron.run(Segment.fromString("none"))).hasMessageContaining("none");
        assertThat(console.of("default").runs().availablePermits()).isEqualTo(8);
    }

    /** A worker finishes the task between the change and the reading: the second access finds it gone. */
    private final class Overtaken extends Console {

        private final String queue;
        private int calls;

        private Overtaken(String queue) {
            this.queue = queue;
        }

        @Override
        public RedisConsole of(String redis) {
            calls++;
            if (calls == 2) {
                console.of(redis).redis().inspector().changes().delete(queue, "a");
            }
            return console.of(redis);
        }

        @Override
        public Masking masking() {
            return console.masking();
        }
    }

    private OneTaskResource task(Console of) {
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString("q");
        task.id = Segment.fromString("a");
        task.console = of;
        task.notes = new AuditNotes();
        return task;
    }

    @Test
    void a_change_is_done_though_the_task_is_finished_before_it_is_shown() {
        assertThat(task(new Overtaken("q")).reschedule("{\"at\":\"2040-01-02T03:04:05Z\"}")).isNull();
        add();
        assertThat(task(new Overtaken("other")).move("{\"queue\":\"other\"}")).isNull();
        add();
        assertThat(task(console).move("{\"queue\":\"other\"}").queue()).isEqualTo("other");
        assertThatThrownBy(() -> task(console).move("{\"queue\":\"other\"}"))
                .isInstanceOf(TaskNotFoundException.class);
    }
}
