package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;

class ManualClockTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private final ManualClock clock = ManualClock.startingAt("2026-01-31T12:00:00Z");

    @Test
    void stands_still_until_it_is_told_to_move() {
        assertThat(clock.instant()).isEqualTo(NOON).isEqualTo(clock.instant());
        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void advances_by_a_step() {
        assertThat(clock.advance(Duration.ofMillis(1500))).isEqualTo("2026-01-31T12:00:01.500Z");
        assertThat(clock.millis()).isEqualTo(NOON.toEpochMilli() + 1500);
    }

    @Test
    void can_be_set_backwards() {
        clock.set(NOON.minusSeconds(60));

        assertThat(clock.instant()).isEqualTo("2026-01-31T11:59:00Z");
    }

    @Test
    void shows_the_same_instant_in_another_zone() {
        Clock tokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));

        clock.advance(Duration.ofHours(1));

        assertThat(tokyo.instant()).isEqualTo(clock.instant());
        assertThat(tokyo.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }
}
