package io.github.asynqee.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

class ProgressBarTest {

    private final StringWriter drawn = new StringWriter();
    private long now;

    private String drawn() {
        String text = drawn.toString();
        drawn.getBuffer().setLength(0);
        return text;
    }

    private void sleep(long millis) {
        now += millis * 1_000_000;
    }

    @Test
    void it_shows_what_is_done_how_fast_and_how_long_it_will_take() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(drawn), () -> now, 10_000)) {
            sleep(500);
            bar.update(1_000, "12 changed");
            assertThat(drawn()).isEqualTo("\r\u001b[K[###---------------------------]  10% 1,000/10,000 examined, "
                    + "12 changed, 2,000/s, 5s left");
            sleep(4_500);
            bar.update(10_000, "120 changed");
            assertThat(drawn()).isEqualTo(
                    "\r\u001b[K[##############################] 100% 10,000/10,000 examined, 120 changed, 2,000/s");
        }
        assertThat(drawn()).isEqualTo("\r\u001b[K");
    }

    @Test
    void it_is_drawn_at_most_five_times_a_second() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(drawn), () -> now, 10_000)) {
            for (int i = 0; i < 1_000; i++) {
                bar.update(i, "");
                sleep(1);
            }
        }
        assertThat(drawn().split("examined", -1)).hasSize(1 + 5);
    }

    @Test
    void without_a_total_it_counts() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(drawn), () -> now, 0)) {
            sleep(1_000);
            bar.update(5_000, "7 match");
        }
        assertThat(drawn()).isEqualTo("\r\u001b[K5,000 examined, 7 match, 5,000/s\r\u001b[K");
    }

    @Test
    void without_a_terminal_nothing_is_drawn() {
        try (ProgressBar bar = new ProgressBar(null, () -> now, 10)) {
            bar.update(5, "");
        }
        assertThat(drawn()).isEmpty();
    }
}
