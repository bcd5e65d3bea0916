package io.github.asynqee.internal.feature.limit;

import java.time.Duration;
import java.util.Objects;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.worker.Limit;

/**
 * How many tasks with the same key may run, and start within a period, on all nodes.
 *
 * @param name the name of the limit
 * @param by the source of a task's key: {@code queue}, {@code type}, {@code header:<name>} or {@code json:<pointer>}
 * @param running how many tasks of a key may run at the same time, 0 for any number
 * @param starts how many may start within the period, 0 for any number
 * @param period the period, zero if any number may start
 */
public record LimitRule(String name, String by, int running, int starts, Duration period)
        implements
            AdmissionRule {

    /**
     * Checks that nothing is missing.
     */
    public LimitRule {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(period, "period");
    }

    /**
     * The key under which a task was leased.
     *
     * @param rule the limit
     * @param key the key, with the name of the limit
     */
    public record Key(LimitRule rule, String key) implements Admitted {

        @Override
        public boolean mayStopOthers() {
            return !Limit.isFair(rule.name());
        }
    }

    /**
     * The rule of a limit.
     *
     * @param limit the limit of a channel
     * @return the rule
     */
    static LimitRule of(Limit limit) {
        boolean rated = limit.rate() != null;
        return new LimitRule(limit.name(), limit.key(), limit.maxRunning(), rated ? limit.rate().starts() : 0,
                rated ? limit.rate().period() : Duration.ZERO);
    }
}
