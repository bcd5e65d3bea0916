package io.github.asynqee.sample.playground.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;

import org.junit.jupiter.api.Test;

class DistinctIdsTest {

    private final DistinctIds ids = new DistinctIds();

    @Test
    void counts_an_id_once() {
        ids.add("a");
        ids.add("b");
        ids.add("a");

        assertThat(ids.count()).hasValue(2);
    }

    @Test
    void tells_a_hundred_thousand_ids_apart() {
        for (long i = 0; i < 100_000; i++) {
            ids.add(new UUID(0, i).toString());
        }

        assertThat(ids.count()).hasValue(100_000);
    }

    @Test
    void stops_counting_before_memory_runs_out() {
        for (int i = 0; i < 1_000_010; i++) {
            ids.add(Integer.toString(i));
        }

        assertThat(ids.count()).isEmpty();
    }
}
