package io.github.asynqee.messaging.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.messaging.internal.transactions.OutboxReport;
import org.junit.jupiter.api.Test;

class AsynqReadinessTest {

    private static final String URL = "redis://localhost:6379";

    private final Report report = new Report();

    private void redis(String version, String policy, boolean hasWorker) {
        AsynqReadiness.redis(URL, hasWorker, new RedisStatus(version, policy, Duration.ofMillis(3)), report);
    }

    @Test
    void a_redis_that_is_well_is_up() {
        redis("7.2.4", "noeviction", true);

        assertThat(report.up).isTrue();
        assertThat(report.data).containsExactly(Map.entry("redis " + URL, "version 7.2.4, 3 ms"));
    }

    @Test
    void a_redis_too_old_for_a_worker_is_down() {
        redis("6.0.16", "noeviction", true);

        assertThat(report.up).isFalse();
        assertThat(report.data).containsExactly(
                Map.entry("redis " + URL, "version 6.0.16 is too old: a worker needs Redis 6.2 or later"));
    }

    @Test
    void an_old_redis_is_good_enough_to_enqueue() {
        redis("6.0.16", "noeviction", false);

        assertThat(report.up).isTrue();
    }

    @Test
    void a_redis_of_unknown_version_is_up() {
        redis("", "", true);

        assertThat(report.up).isTrue();
        assertThat(report.data).containsExactly(Map.entry("redis " + URL, "unknown version, 3 ms"));
    }

    @Test
    void a_redis_that_deletes_tasks_is_warned_of() {
        redis("7.2.4", "allkeys-lru", true);

        assertThat(report.up).isTrue();
        assertThat(report.data.get("warning memory " + URL)).asString().contains("allkeys-lru");
    }

    @Test
    void an_outbox_reports_what_waits() {
        AsynqReadiness.outbox(new OutboxReport("jdbc/shop", "asynq_outbox", null, 12, Duration.ofSeconds(3), 0),
                report);

        assertThat(report.up).isTrue();
        assertThat(report.data).containsExactly(Map.entry("outbox jdbc/shop", "12 rows, the oldest of 3 s ago"));
    }

    @Test
    void an_outbox_whose_rows_are_not_stored_is_ready_with_warnings() {
        AsynqReadiness.outbox(new OutboxReport("jdbc/shop", "shop_outbox", "rows are not stored", 0, Duration.ZERO, 2),
                report);

        assertThat(report.up).isTrue();
        assertThat(report.data).containsEntry("outbox jdbc/shop", "0 rows")
                .containsEntry("warning outbox jdbc/shop", "rows are not stored")
                .hasEntrySatisfying("warning outbox set aside jdbc/shop",
                        warning -> assertThat(warning.toString()).startsWith("2 rows cannot be stored")
                                .endsWith("SELECT * FROM shop_outbox WHERE bucket = -1"));
    }

    @Test
    void a_redis_that_does_not_tell_its_time_is_ready_with_a_warning() {
        AsynqReadiness.clock(URL, "NOPERM this user has no permissions to run the 'time' command", report);

        assertThat(report.up).isTrue();
        assertThat(report.data).hasEntrySatisfying("warning clock " + URL, warning -> assertThat(warning.toString())
                .contains("this machine's clock").endsWith("run the 'time' command"));
    }

    @Test
    void a_redis_that_refuses_writes_is_ready_with_a_warning() {
        AsynqReadiness.writes(URL, "OOM command not allowed when used memory > 'maxmemory'.", report);

        assertThat(report.up).isTrue();
        assertThat(report.data).hasEntrySatisfying("warning writes " + URL, warning -> assertThat(warning.toString())
                .contains("new tasks are rejected").contains("OOM"));
    }

    @Test
    void a_redis_that_does_not_tell_when_queues_change_is_ready_with_a_warning() {
        AsynqReadiness.changes(URL, "NOPERM this user has no permissions to run the 'client' command", report);

        assertThat(report.up).isTrue();
        assertThat(report.data).hasEntrySatisfying("warning changes " + URL, warning -> assertThat(warning.toString())
                .contains("task-check-interval").endsWith("run the 'client' command"));
    }

    @Test
    void how_a_worker_learns_of_tasks_is_stated() {
        AsynqReadiness.wakeUp(URL, true, report);
        AsynqReadiness.wakeUp("redis://other", false, report);

        assertThat(report.up).isTrue();
        assertThat(report.data).containsOnly(Map.entry("wake-up " + URL, "push"),
                Map.entry("wake-up redis://other", "poll"));
    }

    @Test
    void channels_that_reactive_messaging_does_not_run_are_down() {
        AsynqReadiness.unrequested(new TreeSet<>(Set.of("jobs", "more")), report);

        assertThat(report.up).isFalse();
        assertThat(report.data.get("channels [jobs, more]")).asString().contains("mpReactiveMessaging-3.0",
                "microprofile-reactive-messaging-smallrye", "WEB-INF/lib");
    }
}
