package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.tracking.Watch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarliestScoreTest extends BrokerTest {

    private static final String KEY = "asynq:{default}:scheduled";

    /** Redis replies with nested lists and numbers where it tracks keys (RESP3), otherwise with a list of texts. */
    @ParameterizedTest
    @CsvSource({ "1700000000, 1700000000", "1700000000.5, 1700000001", "-inf, 0", "-5, 0" })
    void a_score_is_read_alike_with_and_without_tracking(String score, long expected) throws Exception {
        RedisCommand earliest = EarliestScore.reading(KEY);
        try (Watch watch = Watch.started(redis.url(), Watch.UNCHECKED)) {
            watch.reads.pause();
            assertThat(EarliestScore.of(read(watch, earliest))).isNull();
            watch.reads.resume();
            watch.arm(KEY);
            assertThat(EarliestScore.of(read(watch, earliest))).isNull();
            redis.at(KEY).zadd(KEY, Double.parseDouble(score.replace("inf", "Infinity")), "t1");
            redis.at(KEY).zadd(KEY, 1_800_000_000, "t2");
            watch.assertReported(KEY);

            Reply tracked = read(watch, earliest);
            assertThat(watch.reads.isTracked(KEY)).isTrue();
            watch.reads.pause();
            Reply untracked = read(watch, earliest);

            assertThat(EarliestScore.of(tracked)).isEqualTo(EarliestScore.of(untracked))
                    .isEqualTo(Instant.ofEpochSecond(expected));
        }
    }

    private static Reply read(Watch watch, RedisCommand command) {
        return watch.reads.read(List.of(command)).get(0);
    }
}
