package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recorded corner cases. */
class RecordedVectorsTest {

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    void each_vector_leaves_and_answers_what_was_recorded_but_for_the_declared_differences(TestRedis redis) {
        replay(redis, "broker_vectors", "vectors");
    }

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    @SomeDays(oneIn = 3)
    void so_does_each_vector_of_the_inspector(TestRedis redis) {
        replay(redis, "inspector_vectors", "inspector_vectors");
    }

    private static void replay(TestRedis redis, String vectors, String counts) {
        Tally tally = new Tally();

        try (Replay replay = new Replay(redis, tally)) {
            Vectors.all(vectors).forEach(replay::vector);
        }

        assertThat(tally.undeclared()).isEmpty();
        assertThat(tally).hasToString(Tally.known(counts));
    }
}
