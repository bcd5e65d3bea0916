package io.github.asynqee.internal.client;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UniqueKey;

/** Composes the message and the placement of a task, as asynq does (protocol section 6.1, protocol section 6.2). */
public final class TaskComposer {

    private final Clock clock;
    private final Supplier<String> newId;
    private final PayloadEncoder encoder;

    /**
     * Creates a composer.
     *
     * @param clock the clock from which times to run are calculated
     * @param newId generates the IDs of tasks that have none
     * @param encoder encodes payloads
     */
    public TaskComposer(Clock clock, Supplier<String> newId, PayloadEncoder encoder) {
        this.clock = clock;
        this.newId = newId;
        this.encoder = encoder;
    }

    /**
     * Composes a task.
     *
     * @param task the task; it must have a type
     * @return the task ready to be stored
     * @throws InvalidTaskException if the task is invalid
     */
    public ComposedTask compose(Task<?> task) {
        if (task == null) {
            throw new InvalidTaskException("task must not be null");
        }
        if (task.type() == null) {
            throw new InvalidTaskException("task has no type: create it with Task.of(type, payload), set its type with "
                    + "type(…), or send it to an outgoing channel, which sets the type");
        }
        try {
            return compose(task, clock.instant());
        } catch (DateTimeException | ArithmeticException e) {
            throw new InvalidTaskException(
                    "a time or duration is out of range in " + task + ": " + e.getMessage());
        }
    }

    private ComposedTask compose(Task<?> task, Instant now) {
        TaskOptions options = task.options();
        byte[] payload = encoder.encode(task.payload());
        String queue = requireQueue(options.queue() == null ? TaskOptions.DEFAULT_QUEUE : options.queue());
        String id = options.id() == null ? newId.get() : options.id();
        String uniqueKey = options.uniqueFor() == null ? "" : UniqueKey.of(queue, task.type(), payload);
        TaskMessage message = TaskMessage.builder(task.type(), id, queue).payload(payload)
                .maxRetry(options.maxRetry() == null ? TaskOptions.DEFAULT_MAX_RETRY : options.maxRetry())
                .timeout(timeout(options)).deadline(options.deadline()).uniqueKey(uniqueKey)
                .retention(retention(options)).group(options.group() == null ? "" : options.group())
                .headers(options.headers()).build();

        Placement placement = placement(options, now);
        Instant runsAt = placement instanceof Placement.Scheduled scheduled ? scheduled.at() : now;
        NewTask stored = new NewTask(message, placement, lockFor(options, now, runsAt));
        return new ComposedTask(stored, info(message, payload, placement, runsAt), ShardKey.of(options, message));
    }

    private static String requireQueue(String queue) {
        try {
            return QueueName.require(queue);
        } catch (IllegalArgumentException e) {
            throw new InvalidTaskException(e.getMessage());
        }
    }

    /** The default applies only if neither timeout nor deadline is set, before either is cut to whole seconds. */
    private static Duration timeout(TaskOptions options) {
        boolean noTimeout = options.timeout() == null || options.timeout().isZero();
        boolean noDeadline = options.deadline() == null || options.deadline().equals(Instant.EPOCH);
        if (noTimeout) {
            return noDeadline ? TaskOptions.DEFAULT_TIMEOUT : Duration.ZERO;
        }
        return options.timeout();
    }

    private static Duration retention(TaskOptions options) {
        return options.retention() == null ? Duration.ZERO : options.retention();
    }

    private static Placement placement(TaskOptions options, Instant now) {
        Instant processAt = options.processAt() == null ? now : options.processAt().from(now);
        if (processAt.isAfter(now)) {
            return new Placement.Scheduled(processAt);
        }
        return options.group() == null ? new Placement.Pending() : new Placement.InGroup();
    }

    /** The lifetime of the lock of a delayed task counts from the time it runs. */
    private static Duration lockFor(TaskOptions options, Instant now, Instant runsAt) {
        return options.uniqueFor() == null ? null : Duration.between(now, runsAt.plus(options.uniqueFor()));
    }

    private static TaskInfo info(TaskMessage message, byte[] payload, Placement placement, Instant runsAt) {
        TaskState state = placement instanceof Placement.Scheduled ? TaskState.SCHEDULED
                : placement instanceof Placement.InGroup ? TaskState.AGGREGATING : TaskState.PENDING;
        return new TaskInfo(message.id(), message.queue(), message.type(), payload, message.headers(), state,
                message.maxRetry(), 0, "", null, message.timeout(), message.deadline(), message.group(),
                message.retention(), state == TaskState.AGGREGATING ? null : runsAt, null);
    }
}
