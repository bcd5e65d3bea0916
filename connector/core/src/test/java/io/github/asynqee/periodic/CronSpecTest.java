package io.github.asynqee.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronSpecTest {

    private static final Instant FROM = Instant.parse("2024-01-31T10:17:42.5Z");

    private static List<String> next(String spec, String from, int count) {
        List<String> ticks = new ArrayList<>();
        Instant after = Instant.parse(from);
        for (int i = 0; i < count; i++) {
            after = CronSpec.parse(spec).next(after, FROM).orElseThrow();
            ticks.add(after.toString());
        }
        return ticks;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "60 * * * *             | minute \"60\" is invalid: allowed is 0 to 59",
            "* 1-24 * * *           | hour \"1-24\" is invalid: allowed is 0 to 23",
            "* * 0 * *              | day of month \"0\" is invalid: allowed is 1 to 31",
            "* * * foo *            | month \"foo\" is invalid: allowed is 1 to 12 or jan to dec",
            "* * * * 7              | day of week \"7\" is invalid: allowed is 0 to 6 or sun to sat (Sunday is 0)",
            "*/0 * * * *            | minute \"*/0\" is invalid: allowed is a step of at least 1",
            "5-1 * * * *            | a range whose first value is not above its last",
            "* * * *                | expected five fields (minute, hour, day of month, month, day of week), found 4",
            "@every 1d              | \"1d\" is not a duration such as 90s, 1h30m or 1.5s, with the units ns, us, ms, s, m and h",
            "@every 300000000h      | is not a duration",
            "@reboot                | allowed are @every <duration>, @annually, @daily, @hourly",
            "TZ=Nowhere/City @daily | unknown time zone \"Nowhere/City\": allowed are IANA names such as Europe/Berlin",
            "TZ=+02:00 @daily       | unknown time zone",
            "CRON_TZ=UTC            | the time zone must be followed by a space and the spec" })
    void what_is_wrong_is_said_with_field_value_and_what_is_allowed(String spec, String message) {
        assertThatThrownBy(() -> CronSpec.parse(spec)).hasMessageContaining("cron spec \"" + spec + "\": ")
                .hasMessageContaining(message);
    }

    @Test
    void a_list_without_values_is_never_due() {
        assertThat(CronSpec.parse(", * * * *").next(FROM, FROM)).isEmpty();
        assertThat(CronSpec.parse("* , * * *").next(FROM, FROM)).isEmpty();
        assertThat(CronSpec.parse("* * , , *").next(FROM, FROM)).isEmpty();
        assertThat(CronSpec.parse("* * * , *").next(FROM, FROM)).isEmpty();
    }

    @Test
    @Timeout(10)
    void a_day_that_begins_twice_is_not_searched_for_ever() {
        // the clock went from 0:01 back to 23:01
        assertThat(next("TZ=America/St_Johns 30 0 7 11 *", "2010-11-06T12:00:00Z", 2))
                .containsExactly("2010-11-07T04:00:00Z", "2011-11-07T04:00:00Z");
    }

    @Test
    void a_leap_day_more_than_five_years_away_is_never() {
        assertThat(CronSpec.parse("0 0 29 2 *").next(Instant.parse("2096-03-01T00:00:00Z"), FROM)).isEmpty();
    }

    @Test
    void a_step_of_one_keeps_the_star() {
        assertThat(next("0 0 */1 * 1", "2024-01-31T10:00:00Z", 2)).containsExactly("2024-02-05T00:00:00Z",
                "2024-02-12T00:00:00Z");
    }

    @Test
    void a_day_whose_midnight_is_skipped_has_its_other_ticks() {
        assertThat(next("CRON_TZ=Asia/Beirut 0 12 31 3 *", "2024-03-01T00:00:00Z", 1))
                .containsExactly("2024-03-31T09:00:00Z");
        assertThat(next("CRON_TZ=Asia/Beirut 0 0 31 3 *", "2024-03-01T00:00:00Z", 1))
                .containsExactly("2025-03-30T21:00:00Z");
    }

    @Test
    void an_offset_of_half_an_hour_shifts_the_hours() {
        assertThat(next("CRON_TZ=Asia/Kolkata 15 9 * * *", "2024-01-31T03:44:59Z", 2))
                .containsExactly("2024-01-31T03:45:00Z", "2024-02-01T03:45:00Z");
        assertThat(next("CRON_TZ=Australia/Lord_Howe 0 2 * * *", "2024-04-06T14:00:00Z", 2))
                .containsExactly("2024-04-06T15:30:00Z", "2024-04-07T15:30:00Z");
    }

    @Test
    void periods_count_from_the_anchor_wherever_one_asks() {
        CronSpec spec = CronSpec.parse("@every 7s");
        Instant anchor = Instant.parse("2024-01-01T00:00:00Z");

        assertThat(spec.next(anchor.minusSeconds(100), anchor)).contains(anchor.plusSeconds(7));
        assertThat(spec.next(anchor, anchor)).contains(anchor.plusSeconds(7));
        assertThat(spec.next(anchor.plusMillis(6_999), anchor)).contains(anchor.plusSeconds(7));
        assertThat(spec.next(anchor.plusSeconds(7), anchor)).contains(anchor.plusSeconds(14));
        assertThat(spec.next(anchor.plusSeconds(700_000_001), anchor)).contains(anchor.plusSeconds(700_000_007));
    }

    @Test
    void the_last_tick_of_a_span_is_found() {
        CronSpec spec = CronSpec.parse("*/5 * * * *");
        Instant until = Instant.parse("2024-01-31T10:17:42Z");

        assertThat(spec.last(until.minus(Duration.ofDays(365)), until, FROM))
                .contains(Instant.parse("2024-01-31T10:15:00Z"));
        assertThat(spec.last(Instant.parse("2024-01-31T10:14:59Z"), until, FROM))
                .contains(Instant.parse("2024-01-31T10:15:00Z"));
        assertThat(spec.last(Instant.parse("2024-01-31T10:15:00Z"), until, FROM)).isEmpty();
        assertThat(spec.last(until, Instant.parse("2024-01-31T10:20:00Z"), FROM))
                .contains(Instant.parse("2024-01-31T10:20:00Z"));
        assertThat(spec.last(until, until, FROM)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "EST, 2024-07-01T11:00:00Z", "MST, 2024-07-01T13:00:00Z", "HST, 2024-07-01T16:00:00Z" })
    void zones_with_a_fixed_offset_have_no_summer_time(String zone, String tick) {
        assertThat(next("CRON_TZ=" + zone + " 0 6 * * *", "2024-07-01T00:00:00Z", 1)).containsExactly(tick);
    }

    @Test
    void a_zone_of_its_own_is_kept() {
        assertThat(CronSpec.inZone("0 6 * * *", "Europe/Berlin")).isEqualTo("CRON_TZ=Europe/Berlin 0 6 * * *");
        assertThat(CronSpec.inZone("TZ=Asia/Tokyo 0 6 * * *", "Europe/Berlin")).isEqualTo("TZ=Asia/Tokyo 0 6 * * *");
    }
}
