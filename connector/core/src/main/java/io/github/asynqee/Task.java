package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A task to enqueue: a type, a payload and {@linkplain TaskOptions options}. Immutable: each method that sets an option
 * returns a new task. Invalid values are rejected at once with an {@link InvalidTaskException}.
 *
 * <pre>{@code
 * Task.of("email:welcome", email).processIn(Duration.ofHours(24)).unique(Duration.ofHours(1))
 * }</pre>
 *
 * <p>asynq stores durations in whole seconds. A duration between zero and one second is rejected because it would
 * become zero.
 *
 * @param <T> the payload's type; the client or outgoing channel encodes it
 */
public final class Task<T> {

    /** Name of the header that holds the key of a task, see {@link #key}. */
    public static final String KEY_HEADER = "partition-key";

    /**
     * Name of the header that distinguishes a task from earlier ones with the same {@linkplain #id ID} for a handler with an
     * inbox. Without it, such a handler is called for one of the tasks with an ID of an application's own.
     */
    public static final String INBOX_HEADER = "inbox-id";

    private final String type;
    private final T payload;
    private final TaskOptions options;

    private Task(String type, T payload, TaskOptions options) {
        this.type = type;
        this.payload = payload;
        this.options = options;
    }

    /**
     * Creates a task without a type, for an outgoing channel, which sets its own type. An {@link AsynqClient} rejects such
     * a task unless {@link #type(String)} is called.
     *
     * @param <T> the payload's type
     * @param payload the payload, may be {@code null}: absent
     * @return the task
     */
    public static <T> Task<T> ofPayload(T payload) {
        return new Task<>(null, payload, TaskOptions.NONE);
    }

    /**
     * Creates a task.
     *
     * @param <T> the payload's type
     * @param type the task's type, by which workers select the handler
     * @param payload the payload, may be {@code null}: absent
     * @return the task
     * @throws InvalidTaskException if the type is {@code null} or blank, or cannot be encoded as UTF-8
     */
    public static <T> Task<T> of(String type, T payload) {
        return new Task<>(requireType(type), payload, TaskOptions.NONE);
    }

    private static String requireType(String type) {
        if (type == null || type.isBlank()) {
            throw new InvalidTaskException("task type must not be blank");
        }
        Text.requireEncodable("task type", type);
        return type;
    }

    /**
     * The type, by which workers select the handler.
     *
     * @return the type, or {@code null} if the outgoing channel sets it
     */
    public String type() {
        return type;
    }

    /**
     * The payload.
     *
     * @return the payload, {@code null} if absent
     */
    public T payload() {
        return payload;
    }

    /**
     * The options set so far.
     *
     * @return the options
     */
    public TaskOptions options() {
        return options;
    }

    /**
     * Sets the type.
     *
     * @param newType the type
     * @return the new task
     * @throws InvalidTaskException if the type is {@code null} or blank, or cannot be encoded as UTF-8
     */
    public Task<T> type(String newType) {
        return new Task<>(requireType(newType), payload, options);
    }

    /**
     * Replaces the payload.
     *
     * @param <R> the new payload's type
     * @param newPayload the payload, may be {@code null}: absent
     * @return the new task
     */
    public <R> Task<R> payload(R newPayload) {
        return new Task<>(type, newPayload, options);
    }

    /**
     * Adds options. They take precedence over the options of this task.
     *
     * @param more the options that take precedence
     * @return the new task
     */
    public Task<T> with(TaskOptions more) {
        return new Task<>(type, payload, options.then(more));
    }

    /**
     * Adds defaults for options that this task does not set.
     *
     * @param defaults the defaults
     * @return the new task
     */
    public Task<T> withDefaults(TaskOptions defaults) {
        return new Task<>(type, payload, defaults.then(options));
    }

    /**
     * Sets the queue; default {@code default}.
     *
     * @param name the queue's name, not blank
     * @return the new task
     * @throws InvalidTaskException if the name is blank
     */
    public Task<T> queue(String name) {
        return with(TaskOptions.builder().queue(name).build());
    }

    /**
     * Sets the ID; default a random UUID. While the queue contains a task with this ID, in any state, enqueueing
     * another one fails with a {@link TaskIdConflictException}. A later task may have it again; a handler with an inbox
     * needs a {@linkplain #INBOX_HEADER header} then.
     *
     * @param id the ID, not blank
     * @return the new task
     * @throws InvalidTaskException if the ID is blank
     */
    public Task<T> id(String id) {
        return with(TaskOptions.builder().id(id).build());
    }

    /**
     * Sets the maximum number of retries of a failed task; default 25.
     *
     * @param times the number of retries; a negative number means 0
     * @return the new task
     */
    public Task<T> maxRetry(int times) {
        return with(TaskOptions.builder().maxRetry(times).build());
    }

    /**
     * Sets the maximum duration of one attempt; default 30 minutes if no deadline is set either.
     *
     * @param duration at least 1 s, or zero for not set
     * @return the new task
     * @throws InvalidTaskException if the duration is above zero and below 1 s
     */
    public Task<T> timeout(Duration duration) {
        requireWholeSeconds("timeout", duration);
        return with(TaskOptions.builder().timeout(duration).build());
    }

    /**
     * Sets the time by which the last attempt must end; default none.
     *
     * @param instant the deadline, cut to whole seconds
     * @return the new task
     */
    public Task<T> deadline(Instant instant) {
        return with(TaskOptions.builder().deadline(instant).build());
    }

    /**
     * Makes the task unique: until it succeeds or the duration has passed, enqueueing another task of the same type,
     * payload and queue fails with a {@link DuplicateTaskException}.
     *
     * @param duration the maximum lifetime of the uniqueness lock, at least 1 s
     * @return the new task
     * @throws InvalidTaskException if the duration is below 1 s
     */
    public Task<T> unique(Duration duration) {
        return with(TaskOptions.builder().uniqueFor(duration).build());
    }

    /**
     * Sets the time at which the task runs; default at once.
     *
     * @param instant the time to run, cut to whole seconds
     * @return the new task
     */
    public Task<T> processAt(Instant instant) {
        return with(TaskOptions.builder().processAt(instant).build());
    }

    /**
     * Delays the task; default at once.
     *
     * @param delay counted from the time of enqueueing
     * @return the new task
     */
    public Task<T> processIn(Duration delay) {
        return with(TaskOptions.builder().processIn(delay).build());
    }

    /**
     * Keeps the task after success; by default it is deleted.
     *
     * @param duration at least 1 s, or zero to delete the task
     * @return the new task
     * @throws InvalidTaskException if the duration is above zero and below 1 s
     */
    public Task<T> retention(Duration duration) {
        requireWholeSeconds("retention", duration);
        return with(TaskOptions.builder().retention(duration).build());
    }

    /**
     * Adds the task to a group, to be processed together with other tasks; default none.
     *
     * @param name the group's name, not blank
     * @return the new task
     * @throws InvalidTaskException if the name is blank
     */
    public Task<T> group(String name) {
        return with(TaskOptions.builder().group(name).build());
    }

    /**
     * Sets the key of the task, for example the ID of a customer. In a queue with shards all tasks with the same key are in one
     * shard: they are started in the order in which they were enqueued, and uniqueness, IDs and groups hold among them. The key
     * is the header {@link #KEY_HEADER}; in a queue without shards it has no other effect.
     *
     * @param key the key, not blank
     * @return the new task
     * @throws InvalidTaskException if the key is blank
     */
    public Task<T> key(String key) {
        if (key == null || key.isBlank()) {
            throw new InvalidTaskException("key must not be blank");
        }
        return header(KEY_HEADER, key);
    }

    /**
     * Adds a header.
     *
     * @param name the header's name
     * @param value its value
     * @return the new task
     */
    public Task<T> header(String name, String value) {
        return with(TaskOptions.builder().header(name, value).build());
    }

    /**
     * Adds headers.
     *
     * @param more name to value
     * @return the new task
     */
    public Task<T> headers(Map<String, String> more) {
        return with(TaskOptions.builder().headers(more).build());
    }

    private static void requireWholeSeconds(String option, Duration duration) {
        if (!duration.isZero() && !duration.isNegative() && duration.getSeconds() == 0) {
            throw new InvalidTaskException(option + " must be zero or at least 1 s: " + duration);
        }
    }

    @Override
    public String toString() {
        return "Task[type=" + type + ", options=" + options + "]";
    }
}
