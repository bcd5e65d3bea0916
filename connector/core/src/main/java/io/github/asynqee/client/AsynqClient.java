package io.github.asynqee.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.StoreResult;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.task.InvalidTaskException;
import io.github.asynqee.task.Task;
import io.github.asynqee.task.TaskInfo;

/**
 * Enqueues tasks. Thread-safe; one per application and Redis is enough.
 *
 * <p>Options, their defaults and their composition are asynq's (protocol section 6). Whatever the outcome, no task is
 * sent to Redis twice.
 */
public final class AsynqClient implements AutoCloseable {

    private final Broker broker;
    private final TaskComposer composer;
    private final EnqueueBatcher batcher;

    private AsynqClient(Builder builder) {
        this.broker = builder.broker;
        this.composer = new TaskComposer(broker.clock(), () -> UUID.randomUUID().toString(), builder.encoder);
        this.batcher = new EnqueueBatcher(broker.producing(), builder.threads, builder.maxWaiting);
    }

    /**
     * A client with the defaults.
     *
     * @param broker where the tasks go; not closed by the client
     * @return the client
     */
    public static AsynqClient of(Broker broker) {
        return builder(broker).build();
    }

    /**
     * A builder of a client.
     *
     * @param broker where the tasks go; not closed by the client
     * @return the builder
     */
    public static Builder builder(Broker broker) {
        return new Builder(broker);
    }

    /**
     * Enqueues a task and waits until Redis has it.
     *
     * @param task the task; it must have a type
     * @return the task as stored
     * @throws InvalidTaskException if the task is not acceptable
     * @throws DuplicateTaskException if it is unique and another one holds the lock
     * @throws TaskIdConflictException if its ID is taken
     * @throws EnqueueUncertainException if the connection broke before Redis answered
     * @throws EnqueueException if Redis cannot be reached or refuses
     */
    public TaskInfo enqueue(Task<?> task) {
        ComposedTask composed = composer.compose(task);
        StoreResult result = broker.producing().store(List.of(composed.stored())).get(0);
        EnqueueException error = errorOf(composed, result);
        if (error != null) {
            throw error;
        }
        return composed.info();
    }

    /**
     * Turns a task into what {@link #enqueue} would store, without storing it.
     *
     * @param task the task; it must have a type
     * @return what would be stored, and where
     * @throws InvalidTaskException if the task is not acceptable
     */
    public NewTask compose(Task<?> task) {
        return composer.compose(task).stored();
    }

    /**
     * Enqueues a task without waiting for Redis. Tasks enqueued at the same time and in quick succession share round
     * trips.
     *
     * @param task the task; it must have a type
     * @return completes with the task as stored when Redis has it, or exceptionally with what {@link #enqueue} throws,
     *         or with an {@link EnqueueOverflowException}
     */
    public CompletionStage<TaskInfo> enqueueAsync(Task<?> task) {
        try {
            return batcher.add(composer.compose(task));
        } catch (InvalidTaskException | EnqueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Enqueues many tasks and waits until Redis has answered for all of them. One task's failure does not touch the
     * others.
     *
     * @param tasks the tasks, any number of queues; each must have a type
     * @return one result for each, in the same order
     */
    public List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks) {
        EnqueueResult[] results = new EnqueueResult[tasks.size()];
        List<ComposedTask> composed = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            try {
                composed.add(composer.compose(tasks.get(i)));
                positions.add(i);
            } catch (InvalidTaskException e) {
                results[i] = new EnqueueResult(null, new EnqueueException(e.getMessage(), e));
            }
        }
        List<StoreResult> stored = broker.producing().store(composed.stream().map(ComposedTask::stored).toList());
        for (int i = 0; i < stored.size(); i++) {
            EnqueueException error = errorOf(composed.get(i), stored.get(i));
            results[positions.get(i)] = new EnqueueResult(error == null ? composed.get(i).info() : null, error);
        }
        return List.of(results);
    }

    /** What a result means for the producer; {@code null} if the task is stored. */
    static EnqueueException errorOf(ComposedTask task, StoreResult result) {
        String which = "task " + task.info().id() + " of type \"" + task.info().type() + "\" in queue \""
                + task.info().queue() + "\"";
        if (result instanceof StoreResult.IdTaken) {
            return new TaskIdConflictException("task ID conflicts with another task: " + which);
        }
        if (result instanceof StoreResult.Duplicate) {
            return new DuplicateTaskException("task already exists: " + which);
        }
        if (result instanceof StoreResult.Failed failed) {
            String why = which + " was not enqueued: " + failed.error().getMessage();
            if (failed.error() instanceof UnknownOutcomeException) {
                return new EnqueueUncertainException(
                        which + " may or may not be enqueued: " + failed.error().getMessage(), failed.error());
            }
            return new EnqueueException(why, failed.error());
        }
        return null;
    }

    /** Stores what still waits, for at most 2 s, and refuses anything new. */
    @Override
    public void close() {
        batcher.close(Duration.ofSeconds(2));
    }

    /** Sets up a client. */
    public static final class Builder {
        private final Broker broker;
        private PayloadEncoder encoder = PayloadEncoder.bytesAndText();
        private int maxWaiting = 10_000;
        private ThreadFactory threads = work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };

        private Builder(Broker broker) {
            this.broker = Objects.requireNonNull(broker, "broker");
        }

        /**
         * Sets how payloads become bytes; default: bytes as they are, text as UTF-8.
         *
         * @param payloads the encoder
         * @return this
         */
        public Builder encoder(PayloadEncoder payloads) {
            this.encoder = Objects.requireNonNull(payloads, "encoder");
            return this;
        }

        /**
         * Sets how many tasks may wait to be stored before {@link AsynqClient#enqueueAsync} refuses more; default
         * 10,000.
         *
         * @param tasks at least 1
         * @return this
         * @throws IllegalArgumentException if less than 1
         */
        public Builder maxWaiting(int tasks) {
            if (tasks < 1) {
                throw new IllegalArgumentException("max waiting must be at least 1: " + tasks);
            }
            this.maxWaiting = tasks;
            return this;
        }

        /**
         * Sets where the client's own thread comes from.
         *
         * @param factory makes platform threads
         * @return this
         */
        public Builder threads(ThreadFactory factory) {
            this.threads = Objects.requireNonNull(factory, "threads");
            return this;
        }

        /**
         * Builds the client. Redis need not be there yet.
         *
         * @return the client
         */
        public AsynqClient build() {
            return new AsynqClient(this);
        }
    }
}
