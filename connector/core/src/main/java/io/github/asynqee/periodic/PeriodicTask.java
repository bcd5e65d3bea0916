package io.github.asynqee.periodic;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import org.jspecify.annotations.Nullable;

/**
 * A task that is enqueued periodically. Immutable: each method that sets an option returns a new periodic task.
 *
 * <pre>{@code
 * PeriodicTask.of("clean-up", "CRON_TZ=Europe/Berlin 0 3 * * *", Task.of("clean-up", null).queue("low"))
 * }</pre>
 *
 * <p>Name, queue and type together identify the entry in Redis. While they are unchanged, the entry keeps its history,
 * its pause and the phase of {@code @every}, across restarts and on all nodes. Each task has an ID derived from the
 * entry and the tick.
 */
public final class PeriodicTask {

    private final String name;
    private final CronSpec spec;
    private final Task<?> task;
    private final String type;
    private final @Nullable PayloadSource source;
    private final CatchUp catchUp;

    private PeriodicTask(String name, CronSpec spec, Task<?> task, String type, @Nullable PayloadSource source,
            CatchUp catchUp) {
        this.name = name;
        this.spec = spec;
        this.task = task;
        this.type = type;
        this.source = source;
        this.catchUp = Objects.requireNonNull(catchUp, "catch-up");
    }

    /**
     * Creates a periodic task with a constant payload. Missed ticks are skipped by default, see
     * {@link #catchUp(CatchUp)}.
     *
     * @param name the entry's name, unique in the application
     * @param spec the cron spec
     * @param task the task to enqueue; it must have a type and no ID
     * @return the periodic task
     * @throws InvalidCronSpecException if the spec is invalid
     * @throws InvalidTaskException if the name is blank, the spec is {@code null}, or the task has no type or has an ID
     */
    public static PeriodicTask of(String name, String spec, Task<?> task) {
        if (name == null || name.isBlank()) {
            throw new InvalidTaskException("the name of a periodic task must not be blank");
        }
        String type = task == null ? null : task.type();
        if (task == null || type == null) {
            throw new InvalidTaskException(
                    "periodic task \"" + name + "\" needs a task with a type, as from Task.of(type, payload)");
        }
        requireNoId(name, task);
        requirePlain(name, task);
        if (spec == null) {
            throw new InvalidTaskException("periodic task \"" + name + "\" needs a cron spec");
        }
        return new PeriodicTask(name, CronSpec.parse(spec), task, type, null, CatchUp.NONE);
    }

    private static void requirePlain(String name, Task<?> task) {
        Uniqueness set = task.options().uniqueness();
        if (set.until() != null && set.until() != Uniqueness.Until.SUCCESS
                || set.onDuplicate() != null && set.onDuplicate() != Uniqueness.OnDuplicate.REJECT) {
            throw new InvalidTaskException("periodic task \"" + name + "\" can be unique only until success, with the "
                    + "policy reject: " + set);
        }
    }

    private static void requireNoId(String name, Task<?> task) {
        if (task.options().id() != null) {
            throw new InvalidTaskException("periodic task \"" + name + "\" cannot have the task ID \""
                    + task.options().id() + "\": an ID is generated for each of its tasks");
        }
    }

    /**
     * Sets a source that supplies the payload for each tick.
     *
     * @param payloads the source
     * @return the new periodic task
     */
    public PeriodicTask payloads(PayloadSource payloads) {
        return new PeriodicTask(name, spec, task, type, Objects.requireNonNull(payloads, "payloads"), catchUp);
    }

    /**
     * Sets the policy for missed ticks; default {@link CatchUp#NONE}.
     *
     * @param missed the policy
     * @return the new periodic task
     */
    public PeriodicTask catchUp(CatchUp missed) {
        return new PeriodicTask(name, spec, task, type, source, missed);
    }

    /** @return the entry's name */
    public String name() {
        return name;
    }

    /** @return the cron spec */
    public CronSpec spec() {
        return spec;
    }

    /** @return the task to enqueue; its payload is unused if there is a {@linkplain #source() source} */
    public Task<?> task() {
        return task;
    }

    /** @return the policy for missed ticks */
    public CatchUp catchUp() {
        return catchUp;
    }

    /** @return the queue of the tasks */
    public String queue() {
        return task.options().queue() == null ? TaskOptions.DEFAULT_QUEUE : task.options().queue();
    }

    /** @return the ID of the entry in Redis, derived from name, queue and type */
    public String entryId() {
        return UUID.nameUUIDFromBytes((queue() + "\0" + type + "\0" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** @return the source of payloads, {@code null} if the payload is constant */
    public @Nullable PayloadSource source() {
        return source;
    }

    /**
     * Returns the task to enqueue for a payload of the {@linkplain #source() source}.
     *
     * @param produced the payload, or a task with its own options
     * @return the task, with this entry's options as defaults
     * @throws InvalidTaskException if {@code produced} is a task with an ID or of another queue
     */
    public Task<?> with(Object produced) {
        if (!(produced instanceof Task<?> own)) {
            return task.payload(produced);
        }
        requireNoId(name, own);
        requirePlain(name, own);
        if (own.options().queue() != null && !own.options().queue().equals(queue())) {
            throw new InvalidTaskException("periodic task \"" + name + "\" has queue " + queue()
                    + " and cannot enqueue a task to queue " + own.options().queue());
        }
        return (own.type() == null ? own.type(type) : own).withDefaults(task.options());
    }

    @Override
    public String toString() {
        return "periodic task \"" + name + "\" (" + spec + ", type " + type + ", queue " + queue() + ")";
    }
}
