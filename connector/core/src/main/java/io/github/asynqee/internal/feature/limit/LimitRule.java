package io.github.asynqee.internal.feature.limit;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.worker.Limit;

/**
 * The limit of a channel.
 *
 * @param limit the limit
 */
public record LimitRule(Limit limit) implements AdmissionRule {

    /**
     * The key under which a task was leased.
     *
     * @param rule the limit
     * @param key the key, with the name of the limit
     */
    public record Key(LimitRule rule, String key) implements Admitted {

        @Override
        public boolean mayStopOthers() {
            return !(rule.limit instanceof Limit.FairBy);
        }
    }

    /** @return the name of the limit */
    String name() {
        return limit.name();
    }
}
