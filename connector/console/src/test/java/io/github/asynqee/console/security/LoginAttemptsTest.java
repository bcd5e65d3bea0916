package io.github.asynqee.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
    private final LoginAttempts attempts = new LoginAttempts(clock);

    private void fail(String user, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(attempts.begin(user)).isTrue();
        }
    }

    @Test
    void after_ten_wrong_ones_a_user_waits_whatever_the_case_of_the_name() {
        fail("ann", 5);
        fail(" ANN ", 5);
        assertThat(attempts.begin("Ann")).isFalse();
        assertThat(attempts.begin("bob")).isTrue();
        assertThat(attempts.begin(null)).isTrue();

        clock.advance(LoginAttempts.WINDOW.minus(Duration.ofSeconds(1)));
        assertThat(attempts.begin("ann")).isFalse();
        clock.advance(Duration.ofSeconds(1));
        fail("ann", 10);
        assertThat(attempts.begin("ann")).isFalse();
    }

    @Test
    void a_right_password_begins_anew() {
        fail("ann", 9);
        attempts.succeeded("Ann");

        fail("ann", 10);
        assertThat(attempts.begin("ann")).isFalse();
    }

    @Test
    void many_other_names_do_not_make_the_attempts_for_one_forgotten() {
        fail("ann", 10);
        for (int i = 0; i < LoginAttempts.MAX_NAMES + 100; i++) {
            fail("user" + i, 1);
        }
        assertThat(attempts.begin("ann")).isFalse();

        clock.advance(LoginAttempts.WINDOW);
        fail("new", 1);
        fail("ann", 10);
    }
}
