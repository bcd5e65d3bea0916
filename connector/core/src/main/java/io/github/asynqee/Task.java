package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

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
     * Name of the header by which a handler with an inbox distinguishes tasks with the same {@linkplain #id ID}.
     * Without this header, the handler is called only for the first task with an ID that the application has chosen.
     */
    public static final String INBOX_HEADER = "inbox-id";

    /** Name of the header with the delay before a retry of this task, see {@link #retryDelay}. */
    public static final String RETRY_DELAY_HEADER = "retry-delay";

    /** Name of the header with the time after which no retry begins, see {@link #retryUntil}. */
    public static final String RETRY_UNTIL_HEADER = "retry-until";

    /** Name of the header with the version of a task, see {@link #version}. */
    public static final String VERSION_HEADER = "payload-version";

    private final @Nullable String type;
    private final @Nullable T payload;
    private final TaskOptions options;

    private Task(@Nullable String type, @Nullable T payload, TaskOptions options) {
        this.type = type;
        this.payload = payload;
        this.options = options;
    }

    /**
     * Creates a task without a type, for an outgoing channel, which sets its own type. An {@link AsynqClient} rejects
     * such a task unless {@link #type(String)} is called.
     *
     * @param <T> the payload's type
     * @param payload the payload, may be {@code null}: absent
     * @return the task
     */
    public static <T> Task<T> ofPayload(@Nullable T payload) {
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
    public static <T> Task<T> of(String type, @Nullable T payload) {
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
    public @Nullable String type() {
        return type;
    }

    /**
     * The payload.
     *
     * @return the payload, {@code null} if absent
     */
    public @Nullable T payload() {
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
    public <R> Task<R> payload(@Nullable R newPayload) {
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
     * another one fails with a {@link TaskIdConflictException}. A later task may use the same ID again; if its handler
     * has an inbox, this task needs a {@linkplain #INBOX_HEADER header}.
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
     * Sets the delay before a retry of this task; default: the delay of the channel that handles the task. The text has
     * the forms of the attribute {@code retry-delay}: {@code 10s}, {@code exponential:1s..1h~20%}, {@code bean:name}.
     * The handling application reads it from the header {@link #RETRY_DELAY_HEADER}; if it cannot parse the text, it
     * reports this and uses the delay of the channel. Workers in Go ignore it.
     *
     * @param delay the delay, not blank
     * @return the new task
     * @throws InvalidTaskException if the delay is blank
     */
    public Task<T> retryDelay(String delay) {
        if (delay == null || delay.isBlank()) {
            throw new InvalidTaskException("retry delay must not be blank");
        }
        return header(RETRY_DELAY_HEADER, delay);
    }

    /**
     * Sets a time after which no retry begins; default none. A failed task whose next attempt would begin later is
     * archived. {@link #maxRetry} applies as well. The first attempt may begin later; to limit all attempts, set a
     * {@linkplain #deadline deadline}. The time is stored in the header {@link #RETRY_UNTIL_HEADER}, which workers in
     * Go ignore.
     *
     * @param instant the time, cut to whole seconds
     * @return the new task
     */
    public Task<T> retryUntil(Instant instant) {
        return header(RETRY_UNTIL_HEADER, instant.truncatedTo(ChronoUnit.SECONDS).toString());
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
     * Sets the key of a {@linkplain #unique unique} task, which is then compared instead of the payload. The key is
     * compared only with keys of tasks of the same type and queue, and never with a payload.
     *
     * @param key the key, not blank
     * @return the new task
     * @throws InvalidTaskException if the key is blank
     */
    public Task<T> uniqueKey(String key) {
        return with(TaskOptions.builder().uniqueness(new Uniqueness(key, null, null)).build());
    }

    /**
     * Sets until when a {@linkplain #unique unique} task holds its key; default {@link Uniqueness.Until#SUCCESS}.
     *
     * @param until until when
     * @return the new task
     */
    public Task<T> uniqueUntil(Uniqueness.Until until) {
        return with(TaskOptions.builder().uniqueness(new Uniqueness(null, until, null)).build());
    }

    /**
     * Sets what happens to a {@linkplain #unique unique} task if another task holds its key; default {@link
     * Uniqueness.OnDuplicate#REJECT}.
     *
     * @param policy what happens
     * @return the new task
     */
    public Task<T> onDuplicate(Uniqueness.OnDuplicate policy) {
        return with(TaskOptions.builder().uniqueness(new Uniqueness(null, null, policy)).build());
    }

    /**
     * Runs the task when no other task with its key has been enqueued for this time. Each new task replaces the waiting
     * task and restarts the time. A task that is enqueued while a task with the key runs starts afterwards. The same as
     * {@link #processIn} with this time and {@link #unique} for a day, until {@link Uniqueness.Until#START}, with
     * {@link Uniqueness.OnDuplicate#REPLACE}.
     *
     * @param quiet the time, at least 1 s; the task starts on a whole second
     * @return the new task
     * @throws InvalidTaskException if the time is below 1 s
     */
    public Task<T> debounce(Duration quiet) {
        return with(TaskOptions.builder().debounce(quiet).build());
    }

    /**
     * Stores only the first task with its key within this time. The same as {@link #unique} for this time, until {@link
     * Uniqueness.Until#TIME}: further tasks are rejected with a {@link DuplicateTaskException}, unless {@linkplain
     * #onDuplicate another policy} is set.
     *
     * @param window the time, at least 1 s
     * @return the new task
     * @throws InvalidTaskException if the time is below 1 s
     */
    public Task<T> throttle(Duration window) {
        return with(TaskOptions.builder().throttle(window).build());
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
     * Sets the key of the task, for example the ID of a customer. In a queue with shards, all tasks with the same key
     * are in one shard. They start in the order in which they were enqueued, and share uniqueness locks, IDs and
     * groups. The key is stored in the header {@link #KEY_HEADER}; in a queue without shards it has no other effect.
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
     * Sets the version of the payload; default 1. A channel with {@code versions} takes only tasks of its versions and
     * leaves other tasks in the queue for workers that know them. Channels without {@code versions}, and workers in Go,
     * take tasks of all versions. The version is stored in the header {@link #VERSION_HEADER}.
     *
     * @param number the version, from 1 to {@value VersionRange#MAX}
     * @return the new task
     * @throws InvalidTaskException if the version is out of range
     */
    public Task<T> version(int number) {
        if (number < 1 || number > VersionRange.MAX) {
            throw new InvalidTaskException("version must be from 1 to " + VersionRange.MAX + ": " + number);
        }
        return header(VERSION_HEADER, String.valueOf(number));
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

    /**
     * Begins a chain: the next task is stored when this one has succeeded.
     *
     * @param next the next task; it must have a type
     * @return the chain, for {@link AsynqClient#enqueueChain}
     */
    public Chain then(Task<?> next) {
        return new Chain(List.of(this)).then(next);
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

    /**
     * A chain: each task is enqueued when the previous one has succeeded: {@code Task.of(a).then(b).then(c)}. The first
     * task may have all options; the others cannot be delayed, unique or in a group. An archived task stops the chain
     * until it is run again and succeeds. Immutable.
     */
    public static final class Chain {

        private final List<Task<?>> tasks;

        private Chain(List<Task<?>> tasks) {
            this.tasks = List.copyOf(tasks);
        }

        /**
         * Adds a task to the end.
         *
         * @param next the task; it must have a type
         * @return the new chain
         */
        public Chain then(Task<?> next) {
            return new Chain(Stream.concat(tasks.stream(), Stream.of(Objects.requireNonNull(next, "next"))).toList());
        }

        /**
         * The tasks of the chain.
         *
         * @return the tasks, in their order
         */
        public List<Task<?>> tasks() {
            return tasks;
        }
    }
}
