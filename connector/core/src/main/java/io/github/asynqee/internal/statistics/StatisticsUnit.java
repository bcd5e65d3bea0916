package io.github.asynqee.internal.statistics;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.protocol.QueueKeys;

/** The units of time in which statistics are kept: one hash per queue and unit. */
public enum StatisticsUnit {
    MINUTE("m", Duration.ofMinutes(1), Duration.ofMinutes(70)),
    HOUR("h", Duration.ofHours(1), Duration.ofHours(170)),
    DAY("d", Duration.ofDays(1), Duration.ofDays(32));

    private final String code;
    private final Duration length;
    private final Duration retention;

    StatisticsUnit(String code, Duration length, Duration retention) {
        this.code = code;
        this.length = length;
        this.retention = retention;
    }

    public Duration length() {
        return length;
    }

    /** The unit with this length. */
    public static StatisticsUnit of(Duration length) {
        for (StatisticsUnit unit : values()) {
            if (unit.length.equals(length)) {
                return unit;
            }
        }
        throw new IllegalArgumentException("no statistics are kept by " + length);
    }

    /** The start of the unit that a time is in. */
    public Instant start(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond() / length.toSeconds() * length.toSeconds());
    }

    /** The hash of the unit that a time is in. */
    public String key(QueueKeys keys, Instant time) {
        return keys.statistics(code, start(time).getEpochSecond());
    }

    /** When the hash of the unit that a time is in expires, Unix seconds. */
    public long expiry(Instant time) {
        return start(time).plus(retention).getEpochSecond();
    }

    /** Maximum number of hashes of this unit for one queue. */
    public int count() {
        return (int) (retention.toSeconds() / length.toSeconds()) + 1;
    }
}
