package io.github.asynqee.internal.redis.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;

import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Clock of Redis, so that application servers with different clocks agree on the time: the local clock plus an offset
 * that is measured once a minute. Offsets within the precision of the measurement are ignored.
 */
public final class RedisClock extends Clock {

    private static final Logger LOG = System.getLogger(RedisClock.class.getName());
    private static final long MEASURE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long MEASURE_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Duration MEANINGLESS = Duration.ofMillis(500);

    private final Clock local;
    private final boolean measured;
    private volatile Duration offset = Duration.ZERO;
    private volatile long measureAt = System.nanoTime();
    private volatile boolean known;

    private RedisClock(Clock local, boolean measured) {
        this.local = local;
        this.measured = measured;
        this.known = !measured;
    }

    /** A clock that follows the time of Redis. */
    public static RedisClock measured() {
        return measured(Clock.systemUTC());
    }

    /** A clock that follows the time of Redis by its offset from a local clock. */
    public static RedisClock measured(Clock local) {
        return new RedisClock(local, true);
    }

    /** A clock that is never corrected. */
    public static RedisClock of(Clock clock) {
        return new RedisClock(clock, false);
    }

    /** Whether the offset was measured, or Redis refused {@code TIME}. */
    public boolean isKnown() {
        return known;
    }

    /** Measures the offset if the last measurement is too old. */
    void measureIfDue(Connection connection) {
        if (!measured || System.nanoTime() - measureAt < 0) {
            return;
        }
        try {
            Instant before = local.instant();
            List<?> reply = (List<?>) connection.executeCommand(Command.TIME);
            Instant after = local.instant();
            Instant redis = Instant.ofEpochSecond(number(reply.get(0)), number(reply.get(1)) * 1000);
            Instant here = before.plus(Duration.between(before, after).dividedBy(2));
            Duration roundTrip = Duration.between(before, after);
            apply(Duration.between(here, redis), roundTrip.dividedBy(2));
            measuredNow(roundTrip.compareTo(MEANINGLESS) > 0 ? MEASURE_AGAIN_NANOS : MEASURE_NANOS);
        } catch (JedisDataException e) {
            LOG.log(Level.INFO, "Redis refuses the command TIME, the local clock is used: {0}", e.getMessage());
            measuredNow(MEASURE_NANOS);
        } catch (JedisException e) {
            // the connection is broken; the next command on it fails
            return;
        }
    }

    /** A difference within the uncertainty of the measurement is ignored. */
    private void apply(Duration difference, Duration uncertainty) {
        Duration meaningless = uncertainty.compareTo(MEANINGLESS) > 0 ? uncertainty : MEANINGLESS;
        if (difference.abs().compareTo(meaningless) <= 0) {
            offset = Duration.ZERO;
        } else if (difference.minus(offset).abs().compareTo(meaningless) > 0) {
            offset = difference;
        }
    }

    private void measuredNow(long validNanos) {
        measureAt = System.nanoTime() + validNanos;
        known = true;
    }

    private static long number(Object reply) {
        return Long.parseLong(new String((byte[]) reply, StandardCharsets.US_ASCII));
    }

    @Override
    public Instant instant() {
        return local.instant().plus(offset);
    }

    @Override
    public ZoneId getZone() {
        return local.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return local.withZone(zone);
    }
}
