package io.github.asynqee.bench.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class WarmUpTest {

    @Test
    void a_subject_whose_processor_time_still_falls_is_not_warm() {
        assertThat(WarmUp.isSteady(List.of(40.0, 30.0, 25.0))).isFalse();
        assertThat(WarmUp.isSteady(List.of(40.0, 24.0, 17.0, 14.0, 20.0, 16.0, 13.0))).isFalse();
    }

    @Test
    void a_subject_without_a_gain_of_a_twentieth_in_five_rounds_is_warm() {
        assertThat(WarmUp.isSteady(List.of(40.0, 24.0, 13.0, 14.0, 12.5, 13.5, 14.0, 12.7))).isTrue();
        assertThat(WarmUp.isSteady(List.of(80.0, 82.0, 79.0, 81.0, 80.0, 80.5))).isTrue();
    }

    @Test
    void one_slow_round_does_not_end_the_warm_up_early() {
        assertThat(WarmUp.isSteady(List.of(40.0, 24.0, 30.0, 31.0, 28.0, 30.0, 15.0))).isFalse();
    }
}
