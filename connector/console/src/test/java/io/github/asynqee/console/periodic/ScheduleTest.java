package io.github.asynqee.console.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static List<Instant> times(String... texts) {
        return List.of(texts).stream().map(Instant::parse).toList();
    }

    @Test
    void the_next_and_the_last_ticks() {
        Schedule schedule = Schedule.of("CRON_TZ=Europe/Berlin 0 6 * * *", Instant.parse("2026-01-02T05:00:00Z"));

        assertThat(schedule.problem()).isNull();
        assertThat(schedule.next(NOW, 2)).isEqualTo(times("2026-01-02T05:00:00Z", "2026-01-03T05:00:00Z"));
        assertThat(schedule.last(NOW.minusSeconds(200_000), NOW, 5))
                .isEqualTo(times("2025-12-31T05:00:00Z", "2026-01-01T05:00:00Z"));
        assertThat(schedule.last(NOW.minusSeconds(60), NOW, 5)).isEmpty();
    }

    @Test
    void periods_have_the_phase_of_the_scheduler() {
        Schedule schedule = Schedule.of("@every 7m", Instant.parse("2026-01-02T03:09:44Z"));

        assertThat(schedule.next(NOW, 2)).isEqualTo(times("2026-01-02T03:09:44Z", "2026-01-02T03:16:44Z"));
        assertThat(schedule.last(NOW.minusSeconds(900), NOW, 5))
                .isEqualTo(times("2026-01-02T02:55:44Z", "2026-01-02T03:02:44Z"));
    }

    @Test
    void a_spec_that_cannot_be_read_and_a_hidden_time_zone_are_labelled() {
        assertThat(Schedule.of("every day", null).problem()).contains("cannot be read");
        Schedule hidden = Schedule.of("0 6 * * *", Instant.parse("2026-01-02T05:00:00Z"));
        assertThat(hidden.problem()).contains("time zone is not published");
        assertThat(hidden.next(NOW, 5)).isEmpty();
        assertThat(hidden.last(Instant.EPOCH, NOW, 5)).isEmpty();

        Schedule other = Schedule.of("CRON_TZ=Europe/Berlin 0 6 * * *", Instant.parse("2026-01-02T06:00:00Z"));
        assertThat(other.problem()).contains("another next run").doesNotContain("zone");
    }

    @Test
    void each_task_counts_for_one_tick() {
        List<Instant> ticks = times("2026-01-02T01:00:00Z", "2026-01-02T02:00:00Z", "2026-01-02T03:00:00Z");

        assertThat(MissedRuns.of(ticks, times("2026-01-02T03:01:30Z", "2026-01-02T00:59:58Z")))
                .isEqualTo(times("2026-01-02T02:00:00Z"));
        assertThat(MissedRuns.of(ticks, times("2026-01-02T01:01:31Z", "2026-01-02T02:30:00Z"))).isEqualTo(ticks);
        List<Instant> seconds = times("2026-01-02T01:00:00Z", "2026-01-02T01:00:01Z", "2026-01-02T01:00:02Z");
        assertThat(MissedRuns.of(seconds, times("2026-01-02T01:00:00Z", "2026-01-02T01:00:01Z")))
                .isEqualTo(times("2026-01-02T01:00:02Z"));
    }
}
