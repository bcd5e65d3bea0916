package io.github.asynqee.internal.client;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.feature.unique.UniqueKeys;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Composes the message and the placement of a task, as asynq does (protocol section 6.1, protocol section 6.2). */
public final class TaskComposer {

    private final Clock clock;
    private final Supplier<String> newId;
    private final PayloadEncoder encoder;
    private final PayloadCodec codec;

    /**
     * Creates a composer that stores payloads as they are encoded.
     *
     * @param clock the clock from which times to run are calculated
     * @param newId generates the IDs of tasks that have none
     * @param encoder encodes payloads
     */
    public TaskComposer(Clock clock, Supplier<String> newId, PayloadEncoder encoder) {
        this(clock, newId, encoder, PayloadCodec.NONE);
    }

    private TaskComposer(Clock clock, Supplier<String> newId, PayloadEncoder encoder, PayloadCodec codec) {
        this.clock = clock;
        this.newId = newId;
        this.encoder = encoder;
        this.codec = codec;
    }

    /** The same composer with a codec of the payloads. */
    TaskComposer coding(PayloadCodec payloads) {
        return payloads == codec ? this : new TaskComposer(clock, newId, encoder, payloads);
    }

    /**
     * Composes a task.
     *
     * @param task the task; it must have a type
     * @return the task ready to be stored
     * @throws InvalidTaskException if the task is invalid
     * @throws EnqueueException if its payload cannot be put into the payload store
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
        UniqueKeys unique = UniqueKeys.of(options, task.type(), payload);
        Coded coded = coded(task.type(), id, queue, payload);
        TaskMessage message = TaskMessage.builder(task.type(), id, queue).payload(coded.payload())
                .maxRetry(options.maxRetry() == null ? TaskOptions.DEFAULT_MAX_RETRY : options.maxRetry())
                .timeout(timeout(options)).deadline(options.deadline()).uniqueKey(unique.lock(queue))
                .retention(retention(options)).group(options.group() == null ? "" : options.group())
                .headers(headers(options, coded, unique, id)).build();

        requireStorable(id, task.type(), message.size());
        Placement placement = placement(options, now);
        Instant runsAt = placement instanceof Placement.Scheduled scheduled ? scheduled.at() : now;
        NewTask stored = new NewTask(message, placement, unique.lifetime(now, runsAt), unique.rule());
        return new ComposedTask(stored, info(message, payload, options, placement, runsAt),
                ShardKey.of(options, unique.key()));
    }

    /** Rejects a task that is too large, because Redis would close the connection without a reply. */
    static void requireStorable(String id, String type, int bytes) {
        if (bytes > PayloadReference.MAX_BYTES) {
            throw new InvalidTaskException("task " + id + " of type \"" + type + "\" has " + bytes
                    + " bytes with its payload and headers; Redis takes at most " + PayloadReference.MAX_BYTES
                    + ": the attribute store-above keeps large payloads outside of Redis");
        }
    }

    private Coded coded(String type, String id, String queue, byte[] payload) {
        if (payload == null) {
            return PayloadCodec.NONE.encode(null);
        }
        try {
            return codec.encode(payload, queue, type);
        } catch (RuntimeException e) {
            String text = "the payload of task " + id + " of type \"" + type
                    + "\" cannot be coded, and the task is not stored: " + e.getMessage();
            if (e instanceof EnqueueException) {
                throw new EnqueueException(text, e);
            }
            InvalidTaskException invalid = new InvalidTaskException(text);
            invalid.initCause(e);
            throw invalid;
        }
    }

    /**
     * The headers to store. Codec headers copied from another task are replaced, because they do not describe this
     * payload. A task that may replace another one gets a new inbox ID, because the replaced task keeps its ID.
     */
    private Map<String, String> headers(TaskOptions options, Coded coded, UniqueKeys unique, String id) {
        Map<String, String> headers = codec == PayloadCodec.NONE ? options.headers()
                : PayloadCodec.marked(options.headers(), coded.marks());
        if (!unique.replaces() || headers.containsKey(Task.INBOX_HEADER)) {
            return headers;
        }
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Task.INBOX_HEADER, id);
        return more;
    }

    private static String requireQueue(String queue) {
        try {
            return QueueName.require(queue);
        } catch (IllegalArgumentException e) {
            throw new InvalidTaskException(e.getMessage());
        }
    }

    /**
     * The default applies only if the timeout and the deadline are not set. This is decided before they are cut to
     * whole seconds.
     */
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

    private static TaskInfo info(TaskMessage message, byte[] payload, TaskOptions options, Placement placement,
            Instant runsAt) {
        TaskState state = placement instanceof Placement.Scheduled ? TaskState.SCHEDULED
                : placement instanceof Placement.InGroup ? TaskState.AGGREGATING : TaskState.PENDING;
        return new TaskInfo(message.id(), message.queue(), message.type(), payload, options.headers(), state,
                message.maxRetry(), 0, "", null, message.timeout(), message.deadline(), message.group(),
                message.retention(), state == TaskState.AGGREGATING ? null : runsAt, null);
    }
}
