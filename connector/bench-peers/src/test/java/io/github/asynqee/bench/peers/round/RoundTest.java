package io.github.asynqee.bench.peers.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;

class RoundTest {

    @Test
    void countsIfEachTaskWasHandledOnce() {
        assertThat(Round.fault(3, Map.of("distinct", 3L, "duplicates", 0L, "unexpected", 0L), 0)).isEmpty();
    }

    @Test
    void isVoidOtherwise() {
        assertThat(Round.fault(3, Map.of("distinct", 2L), 0)).isEqualTo("1 of 3 tasks not handled");
        assertThat(Round.fault(3, Map.of("distinct", 3L, "duplicates", 1L), 0)).isEqualTo("1 handled again");
        assertThat(Round.fault(3, Map.of("distinct", 3L, "unexpected", 2L), 0))
                .isEqualTo("2 handled that are not tasks of this round");
        assertThat(Round.fault(3, Map.of("distinct", 3L), 4)).isEqualTo("4 left behind");
    }
}
