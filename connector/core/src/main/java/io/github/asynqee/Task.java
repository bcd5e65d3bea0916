package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A piece of work to be enqueued: a type, a payload and {@linkplain TaskOptions options}. Immutable; each method that
 * sets something returns a new task.
 *
 * <pre>{@code
 * Task.of("email:welcome", email).processIn(Duration.ofHours(24)).unique(Duration.ofHours(1))
 * }</pre>
 *
 * <p>Durations that asynq stores in whole seconds are refused here if they are above zero and below one second, because
 * they would silently become zero.
 *
 * @param <T> the payload's type; how it becomes bytes is decided by whoever enqueues
 */
public final class Task<T> {

    private final String type;
    private final T payload;
    private final TaskOptions options;

    private Task(String type, T payload, TaskOptions options) {
        this.type = type;
        this.payload = payload;
        this.options = options;
    }

    /**
     * A task whose type is the one of the channel it is sent to.
     *
     * @param <T> the payload's type
     * @param payload the payload, may be {@code null}: absent
     * @return the task
     */
    public static <T> Task<T> of(T payload) {
        return new Task<>(null, payload, TaskOptions.NONE);
    }

    /**
     * A task of a type.
     *
     * @param <T> the payload's type
     * @param type the task's type, by which workers choose the handler
     * @param payload the payload, may be {@code null}: absent
     * @return the task
     * @throws InvalidTaskException if the type is blank
     */
    public static <T> Task<T> of(String type, T payload) {
        return new Task<>(requireType(type), payload, TaskOptions.NONE);
    }

    private static String requireType(String type) {
        if (type == null || type.isBlank()) {
            throw new InvalidTaskException("task typename cannot be empty");
        }
        Text.requireEncodable("task typename", type);
        return type;
    }

    /**
     * The type, by which workers choose the handler.
     *
     * @return the type, or {@code null} if the channel's is to be used
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
     * The same task with another type.
     *
     * @param newType the type
     * @return the new task
     * @throws InvalidTaskException if the type is blank
     */
    public Task<T> type(String newType) {
        return new Task<>(requireType(newType), payload, options);
    }

    /**
     * The same task with another payload.
     *
     * @param <R> the new payload's type
     * @param newPayload the payload, may be {@code null}: absent
     * @return the new task
     */
    public <R> Task<R> payload(R newPayload) {
        return new Task<>(type, newPayload, options);
    }

    /**
     * The same task with more options; of each kind the later one wins.
     *
     * @param more the options that win
     * @return the new task
     */
    public Task<T> with(TaskOptions more) {
        return new Task<>(type, payload, options.then(more));
    }

    /**
     * The same task with options for what it does not set itself.
     *
     * @param defaults the options that lose
     * @return the new task
     */
    public Task<T> withDefaults(TaskOptions defaults) {
        return new Task<>(type, payload, defaults.then(options));
    }

    /**
     * Chooses the queue; default {@code default}.
     *
     * @param name the queue's name, not blank
     * @return the new task
     */
    public Task<T> queue(String name) {
        return with(TaskOptions.builder().queue(name).build());
    }

    /**
     * Sets the ID; default a random UUID. While a task with this ID is in the queue, in whatever state, another one is
     * refused.
     *
     * @param id the ID, not blank
     * @return the new task
     */
    public Task<T> id(String id) {
        return with(TaskOptions.builder().id(id).build());
    }

    /**
     * Sets how often a failed task is tried again; default 25.
     *
     * @param times the number of retries; negative means 0
     * @return the new task
     */
    public Task<T> maxRetry(int times) {
        return with(TaskOptions.builder().maxRetry(times).build());
    }

    /**
     * Sets how long one attempt may take; default 30 minutes if no deadline is set either.
     *
     * @param duration at least 1 s, or zero for not set
     * @return the new task
     */
    public Task<T> timeout(Duration duration) {
        requireWholeSeconds("timeout", duration);
        return with(TaskOptions.builder().timeout(duration).build());
    }

    /**
     * Sets when the last attempt must have ended; default none.
     *
     * @param instant the deadline, cut to whole seconds
     * @return the new task
     */
    public Task<T> deadline(Instant instant) {
        return with(TaskOptions.builder().deadline(instant).build());
    }

    /**
     * Makes the task unique: while the lock is held, a task of the same type, payload and queue is refused.
     *
     * @param duration how long the lock is held at most, at least 1 s; it is released when the task succeeds
     * @return the new task
     */
    public Task<T> unique(Duration duration) {
        return with(TaskOptions.builder().uniqueFor(duration).build());
    }

    /**
     * Runs the task at a time; default at once.
     *
     * @param instant when to run, cut to whole seconds
     * @return the new task
     */
    public Task<T> processAt(Instant instant) {
        return with(TaskOptions.builder().processAt(instant).build());
    }

    /**
     * Runs the task after a delay; default at once.
     *
     * @param delay counted from the moment of enqueueing
     * @return the new task
     */
    public Task<T> processIn(Duration delay) {
        return with(TaskOptions.builder().processIn(delay).build());
    }

    /**
     * Keeps the task after success; default not.
     *
     * @param duration how long, at least 1 s, or zero for not
     * @return the new task
     */
    public Task<T> retention(Duration duration) {
        requireWholeSeconds("retention", duration);
        return with(TaskOptions.builder().retention(duration).build());
    }

    /**
     * Puts the task into a group, to be handled together with others; default none.
     *
     * @param name the group's name, not blank
     * @return the new task
     */
    public Task<T> group(String name) {
        return with(TaskOptions.builder().group(name).build());
    }

    /**
     * Adds a header, a text pair that travels with the task.
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
