package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The time at which a task runs: an instant, or a delay from the time of enqueueing. */
public sealed interface ProcessTime {

    /**
     * * Resolves the time.
     *
     * @param now the time of enqueueing
     * @return the time to run
     */
    Instant from(Instant now);

    /**
     * * An instant.
     *
     * @param instant the time to run, not {@code null}
     */
    record At(Instant instant) implements ProcessTime {
        /** Checks that the time is set. */
        public At {
            Objects.requireNonNull(instant, "process time");
        }

        @Override
        public Instant from(Instant now) {
            return instant;
        }
    }

    /**
     * * A delay.
     *
     * @param delay counted from the time of enqueueing, not {@code null}
     */
    record In(Duration delay) implements ProcessTime {
        /** Checks that the delay is set. */
        public In {
            Objects.requireNonNull(delay, "process delay");
        }

        @Override
        public Instant from(Instant now) {
            return now.plus(delay);
        }
    }
}
