package io.github.asynqee;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Options of a {@linkplain Task#unique unique} task: its key, until when it holds the key, and what happens to a
 * duplicate enqueued during that time. A {@code null} field is not set.
 *
 * @param key the key, not blank; default the payload. Tasks of other types or queues have other keys
 * @param until when the task releases the key; default {@link Until#SUCCESS}
 * @param onDuplicate what happens to a task whose key another one holds; default {@link OnDuplicate#REJECT}
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
        /** Until it has succeeded or is deleted. Archived, it holds the key for the rest of the time. */
        SUCCESS,
        /** Until its first attempt begins. */
        START,
        /** For the whole time, counted from when it is enqueued, whether it has run or not. */
        TIME;

        /** @return the name in configuration and scripts */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What happens to a task whose key another one holds. */
    public enum OnDuplicate {
        /** It is refused with a {@link DuplicateTaskException}. */
        REJECT,
        /**
         * The other task, if it waits, keeps its ID and gets payload, options and time of the new one. If it is
         * running, it is left alone, and the new one is refused as by {@link #REJECT}.
         */
        REPLACE,
        /** It is not stored; its sender gets the other task as if it was its own, unless that is archived or gone. */
        JOIN,
        /** As {@link #JOIN}, and the time of {@link Task#unique} starts again. */
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
