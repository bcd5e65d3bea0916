package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import org.junit.jupiter.api.Test;

class StatisticsWritesTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final int DURATIONS = 30;
    /** Each number is added to three hashes, about 1 µs each. */
    private static final int MAX_NUMBERS = 180;

    @Test
    void no_call_changes_many_numbers() {
        WorkerStatistics statistics = new WorkerStatistics();
        for (int i = 0; i < WorkerStatistics.MAX_TYPES * DURATIONS; i++) {
            statistics.of("default", "type-" + i / DURATIONS).running().count(1_000L << i % DURATIONS);
        }

        List<RedisCommand> commands = StatisticsWrites.commands(statistics.take(), T0);

        assertThat(commands).hasSizeGreaterThan(30)
                .allSatisfy(command -> assertThat(numbers(command)).isLessThanOrEqualTo(MAX_NUMBERS));
        assertThat(commands.stream().mapToLong(StatisticsWritesTest::numbers).sum())
                .isEqualTo((long) WorkerStatistics.MAX_TYPES * DURATIONS);
    }

    /** A number has a code such as r17. */
    private static long numbers(RedisCommand command) {
        return Stream.iterate(0, i -> i + 1).limit(command.toArguments().size())
                .filter(i -> text(command, i).matches("[pfwr]\\d*")).count();
    }

    private static String text(RedisCommand command, int index) {
        return new String(command.toArguments().get(index).getRaw());
    }
}
