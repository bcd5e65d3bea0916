package io.github.asynqee.periodic;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;

/**
 * A task that is enqueued again and again. Immutable; each method that sets something returns a new one.
 *
 * <pre>{@code
 * PeriodicTask.of("clean-up", "CRON_TZ=Europe/Berlin 0 3 * * *", Task.of("clean-up", null).queue("low"))
 * }</pre>
 *
 * <p>Name, queue and type together identify the entry: while they stay, its history, its pause and the phase of its
 * {@code @every} stay, through restarts and on all nodes. The tasks have IDs of their own, made from entry and tick.
 */
public final class PeriodicTask {

    private static final String DEFAULT_QUEUE = "default";

    private final String name;
    private final CronSpec spec;
    private final Task<?> task;
    private final PayloadSource source;
    private final CatchUp catchUp;

    private PeriodicTask(String name, CronSpec spec, Task<?> task, PayloadSource source, CatchUp catchUp) {
        this.name = name;
        this.spec = spec;
        this.task = task;
        this.source = source;
        this.catchUp = Objects.requireNonNull(catchUp, "catch-up");
    }

    /**
     * A task with a constant payload. Missed ticks are skipped, see {@link #catchUp(CatchUp)}.
     *
     * @param name names the entry; different from all others of the application
     * @param spec when it is due
     * @param task what is enqueued; it must have a type and no ID
     * @return the periodic task
     * @throws InvalidCronSpecException if the spec cannot be read
     * @throws InvalidTaskException if the name is blank, or the task has no type, or an ID
     */
    public static PeriodicTask of(String name, String spec, Task<?> task) {
        if (name == null || name.isBlank()) {
            throw new InvalidTaskException("a periodic task needs a name");
        }
        if (task == null || task.type() == null) {
            throw new InvalidTaskException("periodic task \"" + name + "\" needs a task with a type");
        }
        requireNoId(name, task);
        if (spec == null) {
            throw new InvalidTaskException("periodic task \"" + name + "\" needs a cron spec");
        }
        return new PeriodicTask(name, CronSpec.parse(spec), task, null, CatchUp.NONE);
    }

    private static void requireNoId(String name, Task<?> task) {
        if (task.options().id() != null) {
            throw new InvalidTaskException("periodic task \"" + name + "\" cannot have the task ID \""
                    + task.options().id() + "\": each of its tasks gets an ID of its own");
        }
    }

    /**
     * The same with a payload that is produced for each tick.
     *
     * @param payloads produces payloads
     * @return the new periodic task
     */
    public PeriodicTask payloads(PayloadSource payloads) {
        return new PeriodicTask(name, spec, task, Objects.requireNonNull(payloads, "payloads"), catchUp);
    }

    /**
     * The same with another way to deal with missed ticks; default {@link CatchUp#NONE}.
     *
     * @param missed what becomes of them
     * @return the new periodic task
     */
    public PeriodicTask catchUp(CatchUp missed) {
        return new PeriodicTask(name, spec, task, source, missed);
    }

    /** @return the entry's name */
    public String name() {
        return name;
    }

    /** @return when it is due */
    public CronSpec spec() {
        return spec;
    }

    /** @return what is enqueued; without payload if payloads are produced */
    public Task<?> task() {
        return task;
    }

    /** @return what becomes of missed ticks */
    public CatchUp catchUp() {
        return catchUp;
    }

    /** @return the queue the tasks go to */
    public String queue() {
        return task.options().queue() == null ? DEFAULT_QUEUE : task.options().queue();
    }

    /** @return names the entry in Redis: always the same for the same name, queue and type */
    public String entryId() {
        return UUID.nameUUIDFromBytes((queue() + "\0" + task.type() + "\0" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** What produces payloads, {@code null} if the payload is constant. */
    public PayloadSource source() {
        return source;
    }

    /**
     * The task that a produced payload becomes.
     *
     * @throws InvalidTaskException if it is one that this entry cannot enqueue
     */
    public Task<?> with(Object produced) {
        if (!(produced instanceof Task<?> own)) {
            return task.payload(produced);
        }
        requireNoId(name, own);
        if (own.options().queue() != null && !own.options().queue().equals(queue())) {
            throw new InvalidTaskException("periodic task \"" + name + "\" is of queue " + queue()
                    + " and cannot enqueue a task to queue " + own.options().queue());
        }
        return (own.type() == null ? own.type(task.type()) : own).withDefaults(task.options());
    }

    @Override
    public String toString() {
        return "periodic task \"" + name + "\" (" + spec + ", type " + task.type() + ", queue " + queue() + ")";
    }
}
