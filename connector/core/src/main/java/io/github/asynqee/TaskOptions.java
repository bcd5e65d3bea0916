package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a task is enqueued: asynq's options (protocol section 6.1). An option that is {@code null} is not set; what an
 * unset option means is decided when the message is composed.
 *
 * @param maxRetry how often a failed task is tried again, default 25; negative means 0
 * @param queue the queue, default {@code default}
 * @param id the task's ID, unique in its queue, default a random UUID
 * @param timeout how long one attempt may take, counted in whole seconds; zero means not set. 30 minutes if neither
 *        timeout nor deadline is set
 * @param deadline when the last attempt must have ended, in whole seconds; the epoch means none
 * @param uniqueFor no second task of this type, payload and queue for this long (at least 1 s)
 * @param processAt when to run; a time not after now means at once
 * @param retention how long to keep the task after success, in whole seconds; default zero: delete it
 * @param group the group in which the task waits to be aggregated
 * @param headers text pairs that travel with the task
 */
public record TaskOptions(Integer maxRetry, String queue, String id, Duration timeout, Instant deadline,
        Duration uniqueFor, ProcessTime processAt, Duration retention, String group, Map<String, String> headers) {

    /** No option set. */
    public static final TaskOptions NONE = new TaskOptions(null, null, null, null, null, null, null, null, null,
            Map.of());

    /**
     * Checks every option that is set.
     *
     * @throws InvalidTaskException if one is not acceptable
     */
    public TaskOptions {
        if (maxRetry != null && maxRetry < 0) {
            maxRetry = 0;
        }
        if (queue != null && queue.isBlank()) {
            throw new InvalidTaskException("queue name must contain one or more characters");
        }
        if (id != null && id.isBlank()) {
            throw new InvalidTaskException("task ID cannot be empty");
        }
        if (group != null && group.isBlank()) {
            throw new InvalidTaskException("group key cannot be empty");
        }
        if (uniqueFor != null && uniqueFor.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidTaskException("Unique TTL cannot be less than 1s");
        }
        headers = Map.copyOf(headers);
        Text.requireEncodable("queue name", queue);
        Text.requireEncodable("task ID", id);
        Text.requireEncodable("group key", group);
        headers.forEach((name, value) -> {
            Text.requireEncodable("header name", name);
            Text.requireEncodable("header \"" + name + "\"", value);
        });
    }

    /**
     * These options followed by others: of each kind the later one wins, headers are merged by name.
     *
     * @param later the options that win
     * @return the combination
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
                last(processAt, later.processAt), last(retention, later.retention), last(group, later.group), merged);
    }

    private static <T> T last(T earlier, T later) {
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

    /** Collects options one by one. */
    public static final class Builder {
        private Integer maxRetry;
        private String queue;
        private String id;
        private Duration timeout;
        private Instant deadline;
        private Duration uniqueFor;
        private ProcessTime processAt;
        private Duration retention;
        private String group;
        private final Map<String, String> headers = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the number of retries.
         *
         * @param times how often a failed task is tried again; negative means 0
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
         * Sets how long one attempt may take.
         *
         * @param duration counted in whole seconds, zero means not set
         * @return this
         */
        public Builder timeout(Duration duration) {
            this.timeout = duration;
            return this;
        }

        /**
         * Sets when the last attempt must have ended.
         *
         * @param instant counted in whole seconds, the epoch means none
         * @return this
         */
        public Builder deadline(Instant instant) {
            this.deadline = instant;
            return this;
        }

        /**
         * Makes the task unique.
         *
         * @param duration for how long, at least 1 s
         * @return this
         */
        public Builder uniqueFor(Duration duration) {
            this.uniqueFor = duration;
            return this;
        }

        /**
         * Runs the task at a time.
         *
         * @param instant a time not after now means at once
         * @return this
         */
        public Builder processAt(Instant instant) {
            this.processAt = new ProcessTime.At(instant);
            return this;
        }

        /**
         * Runs the task after a delay.
         *
         * @param delay counted from the moment of enqueueing
         * @return this
         */
        public Builder processIn(Duration delay) {
            this.processAt = new ProcessTime.In(delay);
            return this;
        }

        /**
         * Keeps the task after success.
         *
         * @param duration for how long, in whole seconds
         * @return this
         */
        public Builder retention(Duration duration) {
            this.retention = duration;
            return this;
        }

        /**
         * Puts the task into a group.
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
         * Checks and builds the options.
         *
         * @return the options
         * @throws InvalidTaskException if one is not acceptable
         */
        public TaskOptions build() {
            return new TaskOptions(maxRetry, queue, id, timeout, deadline, uniqueFor, processAt, retention, group,
                    headers);
        }
    }
}
