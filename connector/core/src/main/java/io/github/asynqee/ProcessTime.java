package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** When a task is to run: at a time, or after a delay counted from the moment it is enqueued. */
public sealed interface ProcessTime {

    /**
     * The time itself.
     *
     * @param now the moment of enqueueing
     * @return when to run
     */
    Instant from(Instant now);

    /**
     * At a time.
     *
     * @param instant when to run
     */
    record At(Instant instant) implements ProcessTime {
        /** Checks that there is a time. */
        public At {
            Objects.requireNonNull(instant, "process time");
        }

        @Override
        public Instant from(Instant now) {
            return instant;
        }
    }

    /**
     * After a delay.
     *
     * @param delay counted from the moment of enqueueing
     */
    record In(Duration delay) implements ProcessTime {
        /** Checks that there is a delay. */
        public In {
            Objects.requireNonNull(delay, "process delay");
        }

        @Override
        public Instant from(Instant now) {
            return now.plus(delay);
        }
    }
}
