package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollPauseTest {

    @ParameterizedTest
    @CsvSource({ "1000, 1, 0, 5", "1000, 1, 20, 5", "1000, 1, 40, 10", "1000, 1, 3999, 999", "1000, 1, 4000, 1000",
            "1000, 1, 3600000, 1000", "60000, 1, 3600000, 60000", "2, 1, 0, 2", "2, 1, 3600000, 2",
            "1000, 2, 0, 5", "1000, 3, 0, 6", "1000, 100, 0, 200", "1000, 100, 2000, 500", "1000, 10000, 0, 1000" })
    void it_is_a_quarter_of_the_time_without_tasks_between_what_redis_bears_and_what_is_configured(long longest,
            int queues, long idle, long expected) {
        PollPause pause = new PollPause(Duration.ofMillis(longest));
        pause.queues(queues);

        assertThat(pause.after(Duration.ofMillis(idle)).toMillis()).isEqualTo(expected);
    }
}
