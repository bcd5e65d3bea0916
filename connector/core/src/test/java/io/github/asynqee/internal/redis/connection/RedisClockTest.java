package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisClockTest {

    private static final JedisSocketFactory NEVER = () -> {
        throw new AssertionError("must not connect");
    };

    /** A Redis whose clock is wrong by a given duration. */
    private static final class SkewedRedis extends Connection {
        private final Duration skew;
        private int asked;

        SkewedRedis(Duration skew) {
            super(NEVER);
            this.skew = skew;
        }

        @Override
        public Object executeCommand(ProtocolCommand command) {
            return executeCommand(new CommandArguments(command));
        }

        @Override
        public Object executeCommand(CommandArguments command) {
            asked++;
            if (skew == null) {
                throw new JedisDataException("NOPERM this user has no permissions to run the 'time' command");
            }
            Instant now = Instant.now().plus(skew);
            return List.of(digits(now.getEpochSecond()), digits(now.getNano() / 1000));
        }

        private static byte[] digits(long number) {
            return Long.toString(number).getBytes(US_ASCII);
        }
    }

    private static void assertOffset(RedisClock redisClock, Duration expected) {
        assertThat(redisClock.instant()).isCloseTo(Instant.now().plus(expected), within(400, ChronoUnit.MILLIS));
    }

    @Test
    void times_are_those_of_redis_where_the_local_clock_is_wrong() {
        for (Duration skew : List.of(Duration.ofHours(1), Duration.ofSeconds(-55))) {
            RedisClock redisClock = RedisClock.measured();

            redisClock.measureIfDue(new SkewedRedis(skew));

            assertOffset(redisClock, skew);
        }
    }

    @Test
    void a_difference_that_means_nothing_is_not_applied() {
        RedisClock redisClock = RedisClock.measured();

        redisClock.measureIfDue(new SkewedRedis(Duration.ofMillis(300)));

        Instant before = Instant.now();
        assertThat(redisClock.instant()).isBetween(before, Instant.now());
    }

    /** A Redis that answers slowly, on a manual clock. */
    private static final class SlowRedis extends Connection {
        private final ManualClock clock;
        private final Duration skew;
        private final Duration afterwards;

        SlowRedis(ManualClock clock, Duration skew, Duration afterwards) {
            super(NEVER);
            this.clock = clock;
            this.skew = skew;
            this.afterwards = afterwards;
        }

        @Override
        public Object executeCommand(ProtocolCommand command) {
            Instant now = clock.instant().plus(skew);
            clock.advance(afterwards);
            return List.of(SkewedRedis.digits(now.getEpochSecond()), SkewedRedis.digits(now.getNano() / 1000));
        }
    }

    @Test
    void what_a_slow_answer_cannot_tell_is_not_applied() {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        RedisClock redisClock = RedisClock.measured(clock);

        redisClock.measureIfDue(new SlowRedis(clock, Duration.ZERO, Duration.ofMillis(2_800)));

        assertThat(redisClock.isKnown()).isTrue();
        assertThat(redisClock.instant()).isEqualTo(clock.instant());
    }

    @Test
    void a_slow_answer_still_tells_of_a_clock_that_is_wrong_by_far_more() {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        RedisClock redisClock = RedisClock.measured(clock);

        redisClock.measureIfDue(new SlowRedis(clock, Duration.ofMinutes(5), Duration.ofMillis(2_800)));

        assertThat(Duration.between(clock.instant(), redisClock.instant())).isCloseTo(Duration.ofMinutes(5),
                Duration.ofMillis(1_400));
    }

    @Test
    void redis_is_not_asked_again_soon() {
        RedisClock redisClock = RedisClock.measured();
        SkewedRedis redis = new SkewedRedis(Duration.ofHours(1));

        redisClock.measureIfDue(redis);
        redisClock.measureIfDue(redis);

        assertThat(redis.asked).isEqualTo(1);
    }

    @Test
    void where_redis_may_not_be_asked_the_local_clock_counts() {
        RedisClock redisClock = RedisClock.measured();

        redisClock.measureIfDue(new SkewedRedis(null));

        assertOffset(redisClock, Duration.ZERO);
    }

    @Test
    void a_given_clock_is_never_corrected() {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        RedisClock redisClock = RedisClock.of(clock);
        SkewedRedis redis = new SkewedRedis(Duration.ofHours(1));

        redisClock.measureIfDue(redis);

        assertThat(redis.asked).isZero();
        assertThat(redisClock.instant()).isEqualTo(clock.instant());
        assertThat(redisClock.getZone()).isEqualTo(Clock.systemUTC().getZone());
    }
}
