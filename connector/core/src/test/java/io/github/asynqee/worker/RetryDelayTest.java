package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryDelayTest {

    static Stream<Named<JsonNode>> bounds() {
        return Vectors.named("retry_delay_default_seconds", "n");
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void asynqs_delay_is_within_the_recorded_bounds_and_reaches_them(JsonNode vector) {
        RetryDelay delay = RetryDelay.asynq(new Random(42));

        long[] seconds = LongStream.range(0, 2_000)
                .map(i -> delay.delay(vector.get("n").asInt(), null, null).toSeconds()).sorted().toArray();

        assertThat(seconds[0]).isEqualTo(vector.get("min_seconds").asLong());
        assertThat(seconds[1_999]).isEqualTo(vector.get("max_seconds").asLong());
    }

    @Test
    void a_task_retried_very_often_waits_long_but_not_negatively() {
        RetryDelay delay = RetryDelay.asynq(RandomGenerator.getDefault());

        assertThat(delay.delay(50_000, null, null)).isPositive();
    }

    @Test
    void a_fixed_delay_is_always_the_same() {
        RetryDelay delay = RetryDelay.fixed(Duration.ofSeconds(7));

        assertThat(delay.delay(0, null, null)).isEqualTo(delay.delay(20, null, null)).hasSeconds(7);
    }

    @Test
    void an_exponential_delay_doubles_up_to_the_longest() {
        RetryDelay delay = RetryDelay.exponential(Duration.ofMillis(500), Duration.ofMinutes(1));

        assertThat(delay.delay(0, null, null)).hasMillis(500);
        assertThat(delay.delay(1, null, null)).hasMillis(1_000);
        assertThat(delay.delay(6, null, null)).hasMillis(32_000);
        assertThat(delay.delay(7, null, null)).hasMillis(60_000);
        assertThat(delay.delay(Integer.MAX_VALUE, null, null)).hasMillis(60_000);
    }

    @Test
    void jitter_lengthens_and_shortens_a_delay_by_its_percentage_at_most() {
        RetryDelay delay = RetryDelay.fixed(Duration.ofSeconds(10)).withJitter(20, new Random(42));

        long[] millis = LongStream.range(0, 2_000).map(i -> delay.delay(0, null, null).toMillis()).sorted().toArray();

        assertThat(millis[0]).isBetween(8_000L, 8_100L);
        assertThat(millis[1_999]).isBetween(11_900L, 12_000L);
    }

    @Test
    void jitter_is_a_percentage() {
        RetryDelay delay = RetryDelay.fixed(Duration.ofSeconds(10));

        assertThatThrownBy(() -> delay.withJitter(0, new Random())).hasMessageContaining("from 1 to 100 percent: 0");
        assertThatThrownBy(() -> delay.withJitter(101, new Random())).hasMessageContaining("percent: 101");
    }
}
