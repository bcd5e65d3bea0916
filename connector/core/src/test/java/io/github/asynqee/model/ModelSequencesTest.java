package io.github.asynqee.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random sequences of operations, done by the broker and by the model of Go asynq: the answers and the key spaces are the
 * same but for the declared {@link Difference differences}. {@code -Dmodel.sequences=20000 -Dmodel.seed=7} runs more and
 * others.
 */
class ModelSequencesTest {

    private static final int SEQUENCES = Integer.getInteger("model.sequences", 1_000);
    private static final int ON_CLUSTER = 50;
    private static final long SEED = Long.getLong("model.seed", 0);
    /** So many are enough to meet every difference. */
    private static final int ENOUGH = 600;
    /** How often the key spaces are compared on the way, and how large they may be for that. */
    private static final int COMPARED_EVERY = 5;
    private static final int LARGE = 400;

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    void the_broker_does_what_the_model_does(TestRedis redis) {
        int count = redis == TestRedis.CLUSTER ? Math.min(ON_CLUSTER, SEQUENCES) : SEQUENCES;
        Differences met = new Differences();

        for (long seed = SEED; seed < SEED + count; seed++) {
            List<Operation> operations = Generator.sequence(seed);
            Throwable failure = failure(redis, operations, met, COMPARED_EVERY);
            if (failure != null) {
                throw new AssertionError(report(redis, seed, operations, failure), failure);
            }
        }

        if (count >= ENOUGH) {
            assertThat(met.counts()).containsOnlyKeys(Difference.values());
        }
    }

    private static Throwable failure(TestRedis redis, List<Operation> operations, Differences met, int comparedEvery) {
        try (Run run = new Run(redis)) {
            for (int i = 0; i < operations.size(); i++) {
                operations.get(i).run(run);
                if (i % comparedEvery == 0 && run.model().space.size() < LARGE) {
                    run.compare();
                }
            }
            run.compare();
            met.add(run.differences());
            return null;
        } catch (AssertionError | RuntimeException e) {
            return e;
        }
    }

    private static String report(TestRedis redis, long seed, List<Operation> operations, Throwable failure) {
        List<Operation> shortest = Shrinker.shrink(operations,
                fewer -> failure(redis, fewer, new Differences(), 1) != null);
        Throwable last = failure(redis, shortest, new Differences(), 1);
        return "-Dmodel.seed=%d fails on %s after%n%s%n%s".formatted(seed, redis, listing(shortest),
                last == null ? "not again; at first: " + failure : last);
    }

    private static String listing(List<Operation> operations) {
        return IntStream.range(0, operations.size()).mapToObj(i -> "  %2d. %s".formatted(i + 1, operations.get(i)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void every_difference_is_told_to_users() throws Exception {
        String table = Files.readString(Path.of("../../docs/compatibility.md"));
        assertThat(Difference.values()).allMatch(difference -> table.contains("\n| " + difference.row() + " |"));
    }
}
