package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisSocketFactory;
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
    void a_redis_that_refuses_the_time_is_reported_once_with_what_it_means() {
        redis.refuses = true;

        try (RecordedLog log = new RecordedLog(RedisClock.class)) {
            for (int i = 0; i < 3; i++) {
                clock.measureIfDue(redis);
                pass(Duration.ofMinutes(1));
            }

            assertThat(redis.asked).isEqualTo(3);
            assertThat(log.lines()).singleElement().asString().contains("the clock of this machine is used, "
                    + "which must agree with those of all other servers: NOPERM");
        }
        assertTimeOfRedis();
    }

    @Test
    void a_difference_that_means_nothing_is_not_applied() {
        RedisClock redisClock = RedisClock.measured();

        redisClock.measureIfDue(new SkewedRedis(Duration.ofMillis(300)));

        assertThat(redisClock.instant()).isCloseTo(Instant.now(), within(100, ChronoUnit.MILLIS));
    }

    private static final Instant T0 = Instant.parse("2033-05-18T03:33:20Z");
    private static final Duration HOUR = Duration.ofHours(1);

    /** A machine and a Redis with separate clocks. */
    private final ManualClock wall = ManualClock.startingAt(T0);
    private final ManualClock redisTime = ManualClock.startingAt(T0);
    private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
    private final RedisClock clock = RedisClock.measured(wall, nanos::get);
    private final HandSetRedis redis = new HandSetRedis();

    /** What Redis replies; time passes after it has read its clock. */
    private final class HandSetRedis extends Connection {
        private Duration afterwards = Duration.ZERO;
        private boolean refuses;
        private String error = "NOPERM this user has no permissions to run the 'time' command";
        private int asked;

        HandSetRedis() {
            super(NEVER);
        }

        @Override
        public Object executeCommand(CommandArguments command) {
            asked++;
            if (refuses) {
                throw new JedisDataException(error);
            }
            Instant now = redisTime.instant();
            pass(afterwards);
            return List.of(SkewedRedis.digits(now.getEpochSecond()), SkewedRedis.digits(now.getNano() / 1000));
        }
    }

    private void pass(Duration time) {
        wall.advance(time);
        redisTime.advance(time);
        nanos.addAndGet(time.toNanos());
    }

    private void assertTimeOfRedis() {
        assertThat(clock.instant()).isEqualTo(redisTime.instant());
    }

    @Test
    void what_a_slow_answer_cannot_tell_is_not_applied() {
        redis.afterwards = Duration.ofMillis(2_800);

        clock.measureIfDue(redis);

        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.instant()).isEqualTo(wall.instant());
    }

    @Test
    void a_slow_answer_still_tells_of_a_clock_that_is_wrong_by_far_more() {
        redis.afterwards = Duration.ofMillis(2_800);
        redisTime.advance(Duration.ofMinutes(5));

        clock.measureIfDue(redis);

        assertThat(Duration.between(wall.instant(), clock.instant())).isCloseTo(Duration.ofMinutes(5),
                Duration.ofMillis(1_400));
    }

    @ParameterizedTest
    @ValueSource(strings = { "PT1H", "PT-1H", "PT3M", "PT-0.6S" })
    void a_step_of_the_wall_clock_changes_nothing(Duration step) {
        clock.measureIfDue(redis);

        wall.advance(step);
        assertTimeOfRedis();
        pass(Duration.ofSeconds(7));
        assertTimeOfRedis();
        clock.measure(redis);
        assertTimeOfRedis();
        pass(Duration.ofSeconds(7));
        assertTimeOfRedis();
        wall.advance(step.negated());
        clock.measure(redis);

        assertTimeOfRedis();
        assertThat(clock.hasBeenEvenFor(Long.MAX_VALUE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "PT1H", "PT-1H", "PT3M", "PT-0.6S" })
    void a_step_of_the_wall_clock_before_the_first_measurement_changes_nothing(Duration step) {
        wall.advance(step);

        assertTimeOfRedis();
        pass(Duration.ofSeconds(7));
        assertTimeOfRedis();
    }

    @ParameterizedTest
    @ValueSource(strings = { "PT1H", "PT-1H", "PT3M", "PT-0.6S" })
    void a_step_of_the_wall_clock_changes_nothing_where_redis_refuses_the_time(Duration step) {
        redis.refuses = true;
        clock.measureIfDue(redis);
        assertThat(clock.isOfRedis()).isFalse();
        assertThat(clock.refusal()).hasValueSatisfying(reason -> assertThat(reason).startsWith("NOPERM"));

        try (RecordedLog log = new RecordedLog(RedisClock.class)) {
            wall.advance(step);
            for (int i = 0; i < 3; i++) {
                assertTimeOfRedis();
                pass(Duration.ofMinutes(1));
                clock.measureIfDue(redis);
                assertTimeOfRedis();
            }

            assertThat(log.lines()).singleElement().asString().contains("it was set, or the machine was suspended");
        }
        assertThat(redis.asked).isEqualTo(4);
    }

    @Test
    void what_redis_tells_when_it_no_longer_refuses_counts_and_may_be_a_jump() {
        redis.refuses = true;
        clock.measureIfDue(redis);
        redisTime.advance(HOUR);
        redis.refuses = false;
        pass(Duration.ofMinutes(1));

        clock.measureIfDue(redis);

        assertTimeOfRedis();
        assertThat(clock.isOfRedis()).isTrue();
        assertThat(clock.refusal()).isEmpty();
        assertThat(clock.hasBeenEvenFor(1)).isFalse();
    }

    @Test
    void where_redis_begins_to_refuse_the_time_its_last_one_counts_on() {
        redisTime.advance(HOUR);
        clock.measureIfDue(redis);
        redis.refuses = true;
        pass(Duration.ofSeconds(10));
        clock.measureIfDue(redis);

        assertTimeOfRedis();
        assertThat(clock.isOfRedis()).isFalse();
    }

    /** As each command is answered while a script of another client runs for long, and after a restart. */
    @ParameterizedTest
    @ValueSource(strings = { "BUSY Redis is busy running a script.", "LOADING Redis is loading the dataset in memory",
            "CLUSTERDOWN The cluster is down", "ERR Connection refused" })
    void a_redis_that_is_busy_does_not_refuse_the_time(String error) {
        redisTime.advance(HOUR);
        clock.measureIfDue(redis);
        redis.refuses = true;
        redis.error = error;
        pass(Duration.ofSeconds(10));
        clock.measureIfDue(redis);

        assertTimeOfRedis();
        assertThat(clock.isOfRedis()).isTrue();
        assertThat(clock.refusal()).isEmpty();
        redis.refuses = false;
        redisTime.advance(HOUR);
        pass(Duration.ofSeconds(5));
        clock.measureIfDue(redis);
        assertTimeOfRedis();
    }

    @Test
    void after_a_suspension_the_clock_is_measured_before_it_is_read() {
        clock.measureIfDue(redis);
        clock.measuredBy(() -> clock.measure(redis));

        wall.advance(HOUR);
        redisTime.advance(HOUR);

        assertTimeOfRedis();
        assertThat(redis.asked).isEqualTo(2);
        assertThat(clock.hasBeenEvenFor(1)).isFalse();
        pass(Duration.ofSeconds(45));
        assertThat(clock.hasBeenEvenFor(Duration.ofSeconds(45).toNanos())).isTrue();
        assertThat(redis.asked).isEqualTo(2);
    }

    @Test
    void while_redis_cannot_be_asked_the_monotonic_clock_counts_and_redis_is_asked_again_after_a_pause() {
        clock.measureIfDue(redis);
        AtomicInteger tried = new AtomicInteger();
        clock.measuredBy(() -> {
            tried.incrementAndGet();
            pass(Duration.ofSeconds(1));
            throw new BrokerUnavailableException("it hangs", null);
        });

        wall.advance(HOUR);

        assertTimeOfRedis();
        assertTimeOfRedis();
        assertThat(tried).hasValue(1);
        pass(Duration.ofSeconds(5));
        assertTimeOfRedis();
        assertThat(tried).hasValue(2);
    }

    @Test
    void after_an_attempt_that_took_no_time_redis_is_asked_again_at_once() {
        clock.measureIfDue(redis);
        clock.measuredBy(() -> {
            throw new BrokerUnavailableException("connection refused", null);
        });
        wall.advance(HOUR);
        redisTime.advance(HOUR);
        clock.instant();

        clock.measuredBy(() -> clock.measure(redis));

        assertTimeOfRedis();
        assertThat(redis.asked).isEqualTo(2);
    }

    @Test
    void a_command_after_a_step_measures_the_time_first() {
        clock.measureIfDue(redis);

        clock.measureIfDue(redis);
        assertThat(redis.asked).isEqualTo(1);
        wall.advance(HOUR);
        redisTime.advance(HOUR);
        clock.measureIfDue(redis);

        assertThat(redis.asked).isEqualTo(2);
        assertTimeOfRedis();
    }

    @ParameterizedTest
    @ValueSource(strings = { "PT1H", "PT-1H" })
    void the_time_follows_a_redis_whose_clock_is_set(Duration step) {
        clock.measureIfDue(redis);

        redisTime.advance(step);
        assertThat(clock.instant()).isEqualTo(T0);
        pass(Duration.ofSeconds(10));
        clock.measureIfDue(redis);

        assertTimeOfRedis();
        assertThat(clock.hasBeenEvenFor(1)).isFalse();
    }

    @Test
    void a_proxy_is_asked_for_the_time_by_a_script_with_a_key() {
        List<String> sent = new ArrayList<>();
        RedisClock.measuredThroughProxy("asynq:queues").measure(new Connection(NEVER) {
            @Override
            public Object executeCommand(CommandArguments command) {
                command.forEach(argument -> sent.add(new String(argument.getRaw(), US_ASCII)));
                return List.of(SkewedRedis.digits(1), SkewedRedis.digits(0));
            }
        });

        assertThat(sent).containsExactly("EVAL", "return redis.call('TIME')", "1", "asynq:queues");
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
