package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replays the recorded sequences step by step: every fourth, or all with {@code -Drecord.all=true}. */
@Tag("thorough")
@SomeDays(oneIn = 4)
class RecordedSequencesTest {

    private static final boolean ALL = Boolean.getBoolean("record.all");
    private static final int SOME = 4;
    private static final int ON_CLUSTER = 77;

    @Test
    void each_step_leaves_and_answers_what_was_recorded_but_for_the_declared_differences() {
        assertReplayed(TestRedis.SINGLE, ALL ? 1 : SOME, ALL ? "all_sequences" : "every_4th_sequence");
    }

    @Test
    void on_a_cluster_too() {
        assertReplayed(TestRedis.CLUSTER, ON_CLUSTER, "every_77th_sequence");
    }

    private static void assertReplayed(TestRedis redis, int everyNth, String counts) {
        Tally tally = new Tally();

        try (Replay replay = new Replay(redis, tally)) {
            RecordedSequences.each(everyNth, replay::sequence);
        }

        assertThat(tally.undeclared()).isEmpty();
        assertThat(tally).hasToString(Tally.known(counts));
    }
}
