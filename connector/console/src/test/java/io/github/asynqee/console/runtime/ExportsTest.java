package io.github.asynqee.console.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import io.github.asynqee.console.problem.ProblemException;
import org.junit.jupiter.api.Test;

class ExportsTest {

    private Instant now = Instant.parse("2026-01-02T03:04:05Z");

    private final Exports exports = new Exports(new Clock() {

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private void refused(String user, String why) {
        assertThatThrownBy(() -> exports.begin(user)).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().status()).isEqualTo(429);
            assertThat(e.problem().detail()).contains(why);
        });
    }

    @Test
    void three_run_at_a_time_two_of_them_of_one_user() {
        exports.begin("ann");
        exports.begin("ann");
        refused("ann", "running");
        exports.begin("bob");
        refused("eve", "running");

        exports.end("bob");
        exports.begin("eve");
        refused("bob", "running");
    }

    @Test
    void a_user_begins_sixty_in_an_hour_and_others_are_not_concerned() {
        for (int i = 0; i < 60; i++) {
            exports.begin("ann");
            exports.end("ann");
        }
        refused("ann", "60 exports");
        exports.begin("bob");
        exports.end("bob");

        now = now.plus(Duration.ofMinutes(61));
        exports.begin("ann");
    }
}
