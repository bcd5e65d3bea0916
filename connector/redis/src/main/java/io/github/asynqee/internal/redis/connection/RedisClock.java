package io.github.asynqee.internal.redis.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.outage.FailurePause;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Clock of Redis, so that application servers with different clocks agree on the time: the time of Redis at the last
 * measurement, plus the time counted by the monotonic clock of the JVM since then. The wall clock of the machine may be
 * set at any moment, so this clock does not follow it. Before the first measurement, and if Redis refuses {@code TIME},
 * the monotonic clock counts from a start value that was read from the wall clock. If the wall clock differs from Redis
 * by no more than the precision of a measurement, its time is used.
 * <p> The monotonic clock stops while a machine is suspended. If wall clock and monotonic clock have diverged since the
 * last measurement, one of them is wrong, and the time is measured again before the clock is read.
 */
public final class RedisClock extends Clock {

    private static final Logger LOG = System.getLogger(RedisClock.class.getName());
    private static final long MEASURE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long MEASURE_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long ASK_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long MEANINGLESS = TimeUnit.MILLISECONDS.toNanos(500);
    /** A change of the time by more than this is a jump. */
    private static final long JUMP = TimeUnit.SECONDS.toNanos(5);

    private final Clock wall;
    private final LongSupplier nanoTime;
    /** The command that reads the time; {@code null} for a clock that is never corrected. */
    private final CommandArguments ask;
    private final ReentrantLock measuring = new ReentrantLock();
    private volatile Runnable measurement = () -> {};
    /** The last measurement. Before the first one, and if Redis refuses {@code TIME}, a reading of the wall clock. */
    private volatile Reading reading;
    private volatile boolean ofRedis;
    /** Why Redis refuses {@code TIME}; {@code null} if Redis does not refuse it. */
    private volatile String refusal;
    /** The step of the wall clock that was last logged. The clock does not follow such a step. */
    private long loggedStep;
    private volatile long measureAt;
    private volatile boolean known;
    private volatile Long jumpedAt;
    /** Pause before a time in doubt is measured again, after Redis was unreachable. */
    private final FailurePause resolvePause;

    /**
     * The result of a measurement.
     *
     * @param time the time of Redis, Unix nanoseconds
     * @param wall the time of the wall clock at the same moment, Unix nanoseconds
     * @param nanos the time of the monotonic clock at the same moment
     */
    private record Reading(long time, long wall, long nanos) {

        long at(long now) {
            return time + (now - nanos);
        }

        boolean isDoubtful(long wallNow, long now) {
            return Math.abs(step(wallNow, now)) > MEANINGLESS;
        }

        /** By how much wall clock and monotonic clock have moved apart. */
        long step(long wallNow, long now) {
            return (wallNow - wall) - (now - nanos);
        }
    }

    private RedisClock(Clock wall, LongSupplier nanoTime, CommandArguments ask) {
        this.wall = wall;
        this.nanoTime = nanoTime;
        this.ask = ask;
        this.known = ask == null;
        this.measureAt = nanoTime.getAsLong();
        this.resolvePause = new FailurePause(nanoTime);
        long begin = nanos(wall.instant());
        this.reading = ask == null ? null : new Reading(begin, begin, measureAt);
    }

    /** A clock that follows the time of Redis. */
    public static RedisClock measured() {
        return measured(Clock.systemUTC(), System::nanoTime);
    }

    /**
     * A clock that follows the time of a Redis behind a proxy, which forwards no commands without keys.
     *
     * @param key a key that may be read, whether it exists or not
     */
    public static RedisClock measuredThroughProxy(String key) {
        return new RedisClock(Clock.systemUTC(), System::nanoTime, new CommandArguments(Command.EVAL)
                .add("return redis.call('TIME')").add(1).add(key));
    }

    /**
     * A clock that follows the time of Redis.
     *
     * @param wall the wall clock, which may be set at any moment
     * @param nanoTime the monotonic clock, as {@link System#nanoTime}
     */
    public static RedisClock measured(Clock wall, LongSupplier nanoTime) {
        return new RedisClock(wall, nanoTime, new CommandArguments(Command.TIME));
    }

    /** A clock that is never corrected. */
    public static RedisClock of(Clock clock) {
        return new RedisClock(clock, System::nanoTime, null);
    }

    /**
     * Sets the action that measures the time when it is in doubt. The action throws a {@link BrokerException} if Redis
     * is unavailable.
     */
    public void measuredBy(Runnable measure) {
        measurement = measure;
    }

    /** Whether the time was measured, or Redis refused {@code TIME}. */
    public boolean isKnown() {
        return known;
    }

    /** Whether the time of Redis has been measured. */
    public boolean isOfRedis() {
        return ofRedis;
    }

    /**
     * Whether the time has advanced without a jump for the given time. A jump is caused by a fail-over to a Redis with
     * another clock, a change of the clock of Redis, or a suspension of this machine.
     *
     * @param nanos the time, in nanoseconds
     */
    public boolean hasBeenEvenFor(long nanos) {
        Long jumped = jumpedAt;
        return jumped == null || nanoTime.getAsLong() - jumped >= nanos;
    }

    /** Why Redis refuses its time; empty if Redis does not refuse it, or was not asked yet. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Measures the time if the last measurement is too old or in doubt. */
    void measureIfDue(Connection connection) {
        if (ask != null && (nanoTime.getAsLong() - measureAt >= 0 || isDoubtful())) {
            measure(connection);
        }
    }

    /** Measures the time. */
    void measure(Connection connection) {
        if (ask == null) {
            return;
        }
        try {
            long wallBefore = nanos(wall.instant());
            long before = nanoTime.getAsLong();
            List<?> reply = (List<?>) connection.executeCommand(ask);
            long half = (nanoTime.getAsLong() - before) / 2;
            long redis = TimeUnit.SECONDS.toNanos(number(reply.get(0)))
                    + TimeUnit.MICROSECONDS.toNanos(number(reply.get(1)));
            apply(new Reading(redis, wallBefore + half, before + half), half);
            measuredNow(2 * half > MEANINGLESS ? MEASURE_AGAIN_NANOS : MEASURE_NANOS);
        } catch (JedisDataException e) {
            BrokerException refusal = RedisErrors.refused("TIME", e);
            if (refusal instanceof BrokerUnavailableException || refusal instanceof AmbiguousResultException) {
                // Redis is busy or loads its data: a temporary error that does not concern only this command
                measureAt = nanoTime.getAsLong() + MEASURE_AGAIN_NANOS;
                return;
            }
            refused(e.getMessage());
            measuredNow(ASK_AGAIN_NANOS);
        } catch (JedisException e) {
            // the connection is broken; the next command on it fails
            return;
        }
    }

    /** Redis has refused {@code TIME}. The clock continues from its current time. */
    private void refused(String reason) {
        FailureLog.write(LOG, refusal == null ? Level.WARNING : Level.DEBUG,
                "Redis refuses the command TIME; the clock of this machine is used, "
                        + "which must agree with those of all other servers: {0}",
                reason);
        refusal = reason;
        ofRedis = false;
        long step = reading.step(nanos(wall.instant()), nanoTime.getAsLong());
        if (Math.abs(step - loggedStep) > MEANINGLESS) {
            loggedStep = step;
            FailureLog.write(LOG, Level.WARNING,
                    "the clock of this machine differs by {0} ms from the time that has passed since it was read: it was set, or "
                            + "the machine was suspended. Times do not follow it while Redis refuses the command TIME; if the "
                            + "clock is right now, restart the application",
                    TimeUnit.NANOSECONDS.toMillis(step));
        }
    }

    /** A difference within the uncertainty of the measurement is ignored. */
    private void apply(Reading found, long uncertainty) {
        long meaningless = Math.max(uncertainty, MEANINGLESS);
        Reading last = known ? reading : null;
        long expected = last == null ? found.wall() : last.at(found.nanos());
        long time = found.time();
        if (last != null && uncertainty > MEANINGLESS && Math.abs(time - expected) <= meaningless) {
            time = expected;
        } else if (Math.abs(time - found.wall()) <= meaningless) {
            time = found.wall();
        } else if (Math.abs(time - expected) <= meaningless) {
            time = expected;
        }
        if (last != null && Math.abs(time - expected) > JUMP) {
            jumpedAt = found.nanos();
            FailureLog.write(LOG, Level.WARNING, "the time of Redis has jumped by {0} s, or this machine was suspended",
                    TimeUnit.NANOSECONDS.toSeconds(time - expected));
        }
        reading = new Reading(time, found.wall(), found.nanos());
        ofRedis = true;
        refusal = null;
        loggedStep = 0;
    }

    private void measuredNow(long validNanos) {
        measureAt = nanoTime.getAsLong() + validNanos;
        known = true;
    }

    private static long number(Object reply) {
        return Long.parseLong(new String((byte[]) reply, StandardCharsets.US_ASCII));
    }

    private static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    private boolean isDoubtful() {
        return ofRedis && reading.isDoubtful(nanos(wall.instant()), nanoTime.getAsLong());
    }

    /**
     * Measures a time that is in doubt. Until Redis replies, the monotonic clock is used, whose time is at worst
     * behind.
     */
    private void resolveDoubt() {
        if (measuring.isHeldByCurrentThread()) {
            return;
        }
        measuring.lock();
        long begin = nanoTime.getAsLong();
        try {
            if (isDoubtful() && resolvePause.isOver()) {
                measurement.run();
            }
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, "the time of Redis cannot be measured", e);
            resolvePause.failed(begin);
        } finally {
            measuring.unlock();
        }
    }

    @Override
    public Instant instant() {
        Reading last = reading;
        if (last == null) {
            return wall.instant();
        }
        long now = nanoTime.getAsLong();
        if (isDoubtful()) {
            resolveDoubt();
            last = reading;
            now = nanoTime.getAsLong();
        }
        return Instant.ofEpochSecond(0, last.at(now));
    }

    @Override
    public ZoneId getZone() {
        return wall.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return wall.withZone(zone);
    }
}
