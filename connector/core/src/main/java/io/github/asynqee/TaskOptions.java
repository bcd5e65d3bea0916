package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Options of a task: asynq's own. An option that is {@code null} is not set; defaults are
 * applied when the task is enqueued.
 *
 * @param maxRetry the maximum number of retries of a failed task, default 25; a negative number means 0
 * @param queue the queue, default {@code default}
 * @param id the task's ID, unique in its queue, default a random UUID
 * @param timeout the maximum duration of one attempt, cut to whole seconds; zero means not set. 30 minutes if timeout
 *        and deadline are not set
 * @param deadline the time by which the last attempt must end, cut to whole seconds; the epoch means none
 * @param uniqueFor the lifetime of the uniqueness lock, at least 1 s: until then or until the task succeeds, a second
 *        task of this type, payload and queue is rejected
 * @param processAt the time to run; a time that is not in the future means at once
 * @param retention the time for which the task is kept after success, cut to whole seconds; default zero: it is deleted
 * @param group the group in which the task waits to be aggregated
 * @param headers headers of the task, not {@code null}
 * @param uniqueness key of a unique task and what happens to duplicates, not {@code null}; it needs {@code uniqueFor}
 */
public record TaskOptions(@Nullable Integer maxRetry, @Nullable String queue, @Nullable String id,
        @Nullable Duration timeout, @Nullable Instant deadline, @Nullable Duration uniqueFor,
        @Nullable ProcessTime processAt, @Nullable Duration retention, @Nullable String group,
        Map<String, String> headers,
        Uniqueness uniqueness) {

    /** The queue of a task without one. */
    public static final String DEFAULT_QUEUE = "default";
    /** The maximum number of retries of a task that does not set it. */
    public static final int DEFAULT_MAX_RETRY = 25;
    /** The maximum duration of an attempt if the task has no timeout and no deadline. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    /** Maximum time for which a task with {@link Builder#debounce} holds its key after it is due. */
    static final Duration DEBOUNCED_FOR = Duration.ofDays(1);

    /** No option set. */
    public static final TaskOptions NONE = new TaskOptions(null, null, null, null, null, null, null, null, null,
            Map.of(), Uniqueness.NONE);

    /**
     * Checks the options that are set.
     *
     * @throws InvalidTaskException if the queue, ID or group is blank, {@code uniqueFor} is below 1 s, or a text cannot
     *         be encoded as UTF-8
     */
    public TaskOptions {
        if (maxRetry != null && maxRetry < 0) {
            maxRetry = 0;
        }
        if (queue != null && queue.isBlank()) {
            throw new InvalidTaskException("queue name must not be blank");
        }
        if (id != null && id.isBlank()) {
            throw new InvalidTaskException("task ID must not be blank");
        }
        if (group != null && group.isBlank()) {
            throw new InvalidTaskException("group name must not be blank");
        }
        if (uniqueFor != null && uniqueFor.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidTaskException("unique must be at least 1 s: " + uniqueFor);
        }
        headers = Map.copyOf(headers);
        Text.requireEncodable("queue name", queue);
        Text.requireEncodable("task ID", id);
        Text.requireEncodable("group name", group);
        headers.forEach((name, value) -> {
            Text.requireEncodable("header name", name);
            Text.requireEncodable("header \"" + name + "\"", value);
        });
    }

    /**
     * Merges these options with others. Options set in {@code later} take precedence; headers are merged by name.
     *
     * @param later the options that take precedence
     * @return the merged options
     */
    public TaskOptions then(TaskOptions later) {
        if (this == NONE) {
            return later;
        }
        if (later == NONE) {
            return this;
        }
        Map<String, String> merged = new LinkedHashMap<>(headers);
        merged.putAll(later.headers);
        return new TaskOptions(last(maxRetry, later.maxRetry), last(queue, later.queue), last(id, later.id),
                last(timeout, later.timeout), last(deadline, later.deadline), last(uniqueFor, later.uniqueFor),
                last(processAt, later.processAt), last(retention, later.retention), last(group, later.group), merged,
                uniqueness.then(later.uniqueness));
    }

    private static <T> @Nullable T last(@Nullable T earlier, @Nullable T later) {
        return later != null ? later : earlier;
    }

    /**
     * A builder without options.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of options. The values are checked by {@link #build()}. */
    public static final class Builder {
        private @Nullable Integer maxRetry;
        private @Nullable String queue;
        private @Nullable String id;
        private @Nullable Duration timeout;
        private @Nullable Instant deadline;
        private @Nullable Duration uniqueFor;
        private @Nullable ProcessTime processAt;
        private @Nullable Duration retention;
        private @Nullable String group;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private Uniqueness uniqueness = Uniqueness.NONE;

        private Builder() {}

        /**
         * Sets the maximum number of retries.
         *
         * @param times the maximum number of retries of a failed task; a negative number means 0
         * @return this
         */
        public Builder maxRetry(int times) {
            this.maxRetry = times;
            return this;
        }

        /**
         * Sets the queue.
         *
         * @param name the queue's name
         * @return this
         */
        public Builder queue(String name) {
            this.queue = name;
            return this;
        }

        /**
         * Sets the task's ID.
         *
         * @param taskId unique in the queue
         * @return this
         */
        public Builder id(String taskId) {
            this.id = taskId;
            return this;
        }

        /**
         * Sets the maximum duration of one attempt.
         *
         * @param duration cut to whole seconds; zero means not set
         * @return this
         */
        public Builder timeout(Duration duration) {
            this.timeout = duration;
            return this;
        }

        /**
         * Sets the time by which the last attempt must end.
         *
         * @param instant cut to whole seconds; the epoch means none
         * @return this
         */
        public Builder deadline(Instant instant) {
            this.deadline = instant;
            return this;
        }

        /**
         * Makes the task unique.
         *
         * @param duration the lifetime of the uniqueness lock, at least 1 s
         * @return this
         */
        public Builder uniqueFor(Duration duration) {
            this.uniqueFor = duration;
            return this;
        }

        /**
         * Sets the time at which the task runs.
         *
         * @param instant a time that is not in the future means at once
         * @return this
         */
        public Builder processAt(Instant instant) {
            this.processAt = new ProcessTime.At(instant);
            return this;
        }

        /**
         * Runs the task after a delay.
         *
         * @param delay counted from the time of enqueueing
         * @return this
         */
        public Builder processIn(Duration delay) {
            this.processAt = new ProcessTime.In(delay);
            return this;
        }

        /**
         * Keeps the task after success.
         *
         * @param duration cut to whole seconds
         * @return this
         */
        public Builder retention(Duration duration) {
            this.retention = duration;
            return this;
        }

        /**
         * Adds the task to a group.
         *
         * @param name the group's name
         * @return this
         */
        public Builder group(String name) {
            this.group = name;
            return this;
        }

        /**
         * Adds a header.
         *
         * @param name the header's name
         * @param value its value
         * @return this
         */
        public Builder header(String name, String value) {
            this.headers.put(name, value);
            return this;
        }

        /**
         * Adds headers.
         *
         * @param more name to value
         * @return this
         */
        public Builder headers(Map<String, String> more) {
            this.headers.putAll(more);
            return this;
        }

        /**
         * Sets more options of a unique task; {@code null} fields leave the current values.
         *
         * @param more key, scope and policy
         * @return this
         */
        public Builder uniqueness(Uniqueness more) {
            this.uniqueness = uniqueness.then(more);
            return this;
        }

        /**
         * Sets the options of {@link Task#debounce}.
         *
         * @param quiet the time, at least 1 s
         * @return this
         * @throws InvalidTaskException if the time is below 1 s
         */
        public Builder debounce(Duration quiet) {
            if (quiet.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new InvalidTaskException("debounce must be at least 1 s: " + quiet);
            }
            return processIn(quiet).uniqueFor(DEBOUNCED_FOR).uniqueness(
                    new Uniqueness(null, Uniqueness.Until.START, Uniqueness.OnDuplicate.REPLACE));
        }

        /**
         * Sets the options of {@link Task#throttle}.
         *
         * @param window the time, at least 1 s
         * @return this
         */
        public Builder throttle(Duration window) {
            return uniqueFor(window).uniqueness(new Uniqueness(null, Uniqueness.Until.TIME, null));
        }

        /**
         * Checks and builds the options.
         *
         * @return the options
         * @throws InvalidTaskException if an option is invalid
         */
        public TaskOptions build() {
            return new TaskOptions(maxRetry, queue, id, timeout, deadline, uniqueFor, processAt, retention, group,
                    headers, uniqueness);
        }
    }
}
