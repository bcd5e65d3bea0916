package io.github.asynqee;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Options of a {@linkplain Task#unique unique} task: its key, until when it holds the key, and what happens to a
 * duplicate enqueued during that time. A {@code null} field is not set.
 *
 * @param key the key, not blank; default the payload. Tasks of other types or queues have other keys
 * @param until when the task releases the key; default {@link Until#SUCCESS}
 * @param onDuplicate what happens to a new task whose key another task holds; default {@link OnDuplicate#REJECT}
 */
public record Uniqueness(@Nullable String key, @Nullable Until until, @Nullable OnDuplicate onDuplicate) {

    /** Nothing set. */
    public static final Uniqueness NONE = new Uniqueness(null, null, null);

    /**
     * Checks the key.
     *
     * @throws InvalidTaskException if the key is blank, or cannot be encoded as UTF-8
     */
    public Uniqueness {
        if (key != null && key.isBlank()) {
            throw new InvalidTaskException("unique key must not be blank");
        }
        Text.requireEncodable("unique key", key);
    }

    /** Until when a task holds its key, at most for the time of {@link Task#unique}. */
    public enum Until {
        /** Until it has succeeded or is deleted. An archived task holds the key for the rest of the time. */
        SUCCESS,
        /** Until its first attempt begins. */
        START,
        /** For the whole time after it was enqueued, even if it has already run. */
        TIME;

        /** @return the name in configuration and scripts */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What happens to a new task whose key another task holds. */
    public enum OnDuplicate {
        /** The new task is rejected with a {@link DuplicateTaskException}. */
        REJECT,
        /**
         * A waiting task that holds the key keeps its ID and gets the payload, options and time of the new task. If the
         * task that holds the key is running, it stays unchanged, and the new task is rejected as by {@link #REJECT}.
         */
        REPLACE,
        /**
         * The new task is not stored; its producer gets the task that holds the key. If that task is archived or
         * deleted, the new task is rejected as by {@link #REJECT}.
         */
        JOIN,
        /** Like {@link #JOIN}, and the time of {@link Task#unique} starts again. */
        EXTEND;

        /** @return the name in configuration and scripts */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Merges two sets of options.
     *
     * @param later the options that take precedence
     * @return the merged options
     */
    Uniqueness then(Uniqueness later) {
        return new Uniqueness(later.key != null ? later.key : key, later.until != null ? later.until : until,
                later.onDuplicate != null ? later.onDuplicate : onDuplicate);
    }
}
