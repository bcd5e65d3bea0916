package io.github.asynqee.internal.client;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskEnqueued;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.feature.call.CallTask;
import io.github.asynqee.internal.feature.call.Calls;
import io.github.asynqee.internal.feature.call.TaskWatch;
import io.github.asynqee.internal.feature.call.TaskWatch.Watched;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.internal.thread.StopTime;

/** {@link AsynqClient} on a {@link Broker}. */
public final class DefaultAsynqClient implements AsynqClient {

    private final Builder settings;
    private final ProducerCommands producing;
    private final TaskStore store;
    private final TaskComposer composer;
    private final EnqueueBatcher batcher;
    private final Calls calls;
    private final EnqueueTracer tracer;
    private final Runnable onClose;
    /** The clients of other durabilities, which share everything except the thread with this client. */
    private final Map<Durability, DefaultAsynqClient> others;
    /** The client that creates the clients of other durabilities, without tracer and codec. */
    private final DefaultAsynqClient first;

    private DefaultAsynqClient(Builder builder, DefaultAsynqClient first) {
        Broker broker = builder.broker;
        this.settings = builder;
        this.first = first == null ? this : first;
        this.others = new ConcurrentHashMap<>();
        this.producing = builder.durability.level() == Durability.Level.MEMORY ? broker.producerCommands()
                : broker.producerCommands(builder.durability);
        ShardedStore sharded = new ShardedStore(producing,
                builder.shardsOnRecord ? KnownShards.recorded(broker.shards())
                        : KnownShards.configured(broker.shards(), builder.shards));
        this.composer = first == null
                ? new TaskComposer(broker.clock(), () -> UUID.randomUUID().toString(), builder.encoder)
                : first.composer;
        TaskEvents events = new TaskEvents(builder.listener, broker.clock());
        this.store = new TaskStore(sharded, events);
        this.batcher = new EnqueueBatcher(sharded, builder.threads, builder.maxWaiting, events);
        this.tracer = EnqueueTracer.NONE;
        this.calls = new Calls(() -> broker.commands(TaskWatch.Source.class).open(), builder.threads,
                builder.maxWaiting);
        this.onClose = builder.onClose;
    }

    private DefaultAsynqClient(DefaultAsynqClient shared, EnqueueTracer tracer, TaskComposer composer) {
        this.settings = shared.settings;
        this.producing = shared.producing;
        this.others = shared.others;
        this.first = shared.first;
        this.calls = shared.calls;
        this.store = shared.store;
        this.composer = composer;
        this.batcher = shared.batcher;
        this.tracer = tracer;
        this.onClose = shared.onClose;
    }

    /**
     * Returns this client with a tracer for the tasks it enqueues. Both share everything else: closing one closes both.
     */
    public DefaultAsynqClient tracedBy(EnqueueTracer traces) {
        return new DefaultAsynqClient(this, traces, composer);
    }

    /**
     * The same client with a codec of the payloads that it stores. Both clients share everything else: closing one
     * closes both.
     */
    public DefaultAsynqClient coding(PayloadCodec codec) {
        return new DefaultAsynqClient(this, tracer, composer.coding(codec));
    }

    /** A client with the defaults; it does not close the broker. */
    public static DefaultAsynqClient of(Broker broker) {
        return builder(broker).build();
    }

    /** A builder of a client, which does not close the broker. */
    public static Builder builder(Broker broker) {
        return new Builder(broker);
    }

    @Override
    public TaskInfo enqueue(Task<?> task) {
        return traced(task, sending -> {
            TaskInfo stored = store.store(composed(sending.traced(task)));
            sending.ended(stored, null);
            return stored;
        });
    }

    /**
     * Runs a step within the trace of a task. If the step throws, the trace ends here; otherwise the step must end it.
     */
    private <T> T traced(Task<?> task, Function<Sending, T> step) {
        Sending sending = tracer.start(task);
        try {
            return step.apply(sending);
        } catch (RuntimeException | Error e) {
            sending.ended(null, e);
            throw e;
        }
    }

    /**
     * Composes a task that the given function stores.
     *
     * @param task the task; it must have a type
     * @param storage stores the message
     * @return the stage that {@code storage} returned
     * @throws InvalidTaskException if the task is invalid
     */
    public CompletionStage<Void> enqueueBy(Task<?> task, Function<NewTask, CompletionStage<Void>> storage) {
        return traced(task, sending -> {
            ComposedTask composed = composed(sending.traced(task));
            CompletionStage<Void> stored = storage
                    .apply(composed.stored().requireNoStoreRule("a task in place of a group"));
            stored.whenComplete((ok, error) -> sending.ended(error == null ? composed.info() : null, error));
            return stored;
        });
    }

    /**
     * Composes the message that {@link #enqueue} would store, without storing it.
     *
     * @param task the task; it must have a type
     * @return the message and where it would be stored
     * @throws InvalidTaskException if the task is invalid
     */
    public NewTask compose(Task<?> task) {
        return composed(task).stored();
    }

    private ComposedTask composed(Task<?> task) {
        ComposedTask composed = composer.compose(task);
        if (composed.key() != null && composed.key().kinds().size() > 1 && store.hasShards(composed.info())) {
            composed.key().requireOne(composed.info().queue());
        }
        return composed;
    }

    @Override
    public CompletionStage<TaskInfo> enqueueAsync(Task<?> task) {
        try {
            return traced(task, sending -> add(composed(sending.traced(task)), sending));
        } catch (InvalidTaskException | EnqueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public <T> CompletionStage<T> call(Task<?> task, Class<T> result, Duration timeout) {
        return call(task, (Type) result, timeout);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletionStage<T> call(Task<?> task, Type result, Duration timeout) {
        try {
            // the decoder returns the type that the caller requested
            return (CompletionStage<T>) traced(task, sending -> call(task, result, timeout, sending));
        } catch (InvalidTaskException | EnqueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Object> call(Task<?> task, Type result, Duration timeout, Sending sending) {
        CallTask call = CallTask.of(task, timeout, settings.broker.clock().instant());
        ComposedTask composed = store.placed(composed(sending.traced(call.task())));
        TaskMessage message = composed.stored().requireNoStoreRule("a task whose result is awaited").message();
        Watched watched = new Watched(message.queue(), message.id(), call.mark() == null ? message.id() : call.mark());
        return calls.begin(composed.info(), watched, call.deletes(), timeout,
                bytes -> result == Void.class ? null : settings.decoder.decode(bytes, result),
                () -> add(composed, sending));
    }

    private CompletionStage<TaskInfo> add(ComposedTask task, Sending sending) {
        CompletionStage<TaskInfo> stored = enqueueAsync(task);
        if (sending != Sending.UNTRACED) {
            stored.whenComplete(sending::ended);
        }
        return stored;
    }

    /**
     * Composes a task now, to be stored later.
     *
     * @param task the task; it must have a type
     * @param later gets the composed task, and may store it by {@link #enqueueAsync(ComposedTask)}
     * @return the stage that {@code later} returned
     * @throws InvalidTaskException if the task is invalid
     * @throws EnqueueException if the shards of the queue must be read from Redis and this fails
     */
    public CompletionStage<TaskInfo> enqueueLater(Task<?> task,
            Function<ComposedTask, CompletionStage<TaskInfo>> later) {
        return traced(task, sending -> {
            CompletionStage<TaskInfo> stored = later.apply(composed(sending.traced(task)));
            stored.whenComplete(sending::ended);
            return stored;
        });
    }

    /**
     * Stores a task of {@link #enqueueLater}.
     *
     * @param task the task
     * @return completes with the task when Redis has stored it
     */
    public CompletionStage<TaskInfo> enqueueAsync(ComposedTask task) {
        try {
            return batcher.add(task);
        } catch (EnqueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public List<EnqueueResult> enqueueAll(List<? extends Task<?>> tasks) {
        List<Sending> sendings = tasks.stream().map(tracer::start).toList();
        EnqueueResult[] results;
        try {
            results = results(tasks, sendings);
        } catch (RuntimeException | Error e) {
            sendings.forEach(sending -> sending.ended(null, e));
            throw e;
        }
        for (int i = 0; i < results.length; i++) {
            sendings.get(i).ended(results[i].info(), results[i].error());
        }
        return List.of(results);
    }

    private EnqueueResult[] results(List<? extends Task<?>> tasks, List<Sending> sendings) {
        EnqueueResult[] results = new EnqueueResult[tasks.size()];
        List<ComposedTask> composed = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            try {
                composed.add(composed(sendings.get(i).traced(tasks.get(i))));
                positions.add(i);
            } catch (InvalidTaskException e) {
                results[i] = new EnqueueResult(null, new EnqueueException(e.getMessage(), e));
            } catch (EnqueueException e) {
                results[i] = new EnqueueResult(null, e);
            }
        }
        List<EnqueueResult> stored = store.storeAll(composed);
        for (int i = 0; i < stored.size(); i++) {
            results[positions.get(i)] = stored.get(i);
        }
        return results;
    }

    @Override
    public void enqueueChain(Task.Chain chain) {
        batch(UUID.randomUUID().toString()).chain(chain.tasks()).enqueue();
    }

    @Override
    public DefaultBatch batch(String id) {
        return new DefaultBatch(id, settings.broker, task -> store.placed(composed(task)), store);
    }

    @Override
    public DefaultAsynqClient withDurability(Durability durability) {
        if (durability.equals(settings.durability)) {
            return this;
        }
        DefaultAsynqClient plain = durability.equals(first.settings.durability) ? first
                : first.others.computeIfAbsent(durability, first::other);
        return tracer == EnqueueTracer.NONE && composer == first.composer ? plain
                : new DefaultAsynqClient(plain, tracer, composer);
    }

    private DefaultAsynqClient other(Durability wanted) {
        DefaultAsynqClient other = new DefaultAsynqClient(new Builder(settings, wanted), this);
        other.producing.refusal().ifPresent(reason -> {
            throw new DurabilityRefusedException("durability " + wanted + " is not possible: " + reason);
        });
        return other;
    }

    @Override
    public void close() {
        close(settings.broker.stopTime());
    }

    /**
     * Closes the client as one step of a stop.
     *
     * @param time how long to wait for the threads
     */
    public void close(StopTime time) {
        others.values().forEach(other -> other.close(time));
        calls.close(time);
        batcher.close(time);
        onClose.run();
    }

    /** Builder of a client. */
    public static final class Builder {
        private final Broker broker;
        private PayloadEncoder encoder = PayloadEncoder.bytesAndText();
        private PayloadDecoder decoder = PayloadDecoder.bytesAndText();
        private final Map<String, Integer> shards;
        private final Durability durability;
        private boolean shardsOnRecord;
        private int maxWaiting = 10_000;
        private Runnable onClose = () -> {};
        private TaskListener listener = TaskListener.NONE;
        private ThreadFactory threads = work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };

        private Builder(Broker broker) {
            this.broker = Objects.requireNonNull(broker, "broker");
            this.shards = new HashMap<>();
            this.durability = Durability.MEMORY;
        }

        /** Copies the settings of a client for a client with another durability, which closes no resources. */
        private Builder(Builder same, Durability durability) {
            this.broker = same.broker;
            this.durability = durability;
            this.encoder = same.encoder;
            this.decoder = same.decoder;
            this.shards = same.shards;
            this.shardsOnRecord = same.shardsOnRecord;
            this.maxWaiting = same.maxWaiting;
            this.listener = same.listener;
            this.threads = same.threads;
        }

        /**
         * Sets the encoder of payloads; default {@link PayloadEncoder#bytesAndText()}.
         *
         * @param payloads the encoder
         * @return this
         */
        public Builder encoder(PayloadEncoder payloads) {
            this.encoder = Objects.requireNonNull(payloads, "encoder");
            return this;
        }

        /**
         * Sets the decoder of results; default {@link PayloadDecoder#bytesAndText()}.
         *
         * @param results the decoder
         * @return this
         */
        public Builder decoder(PayloadDecoder results) {
            this.decoder = Objects.requireNonNull(results, "decoder");
            return this;
        }

        /**
         * Sets the maximum number of tasks that wait to be stored; default 10,000. Above this number, {@link
         * DefaultAsynqClient#enqueueAsync} rejects tasks of each queue that already has its equal share. The total
         * never exceeds twice this number.
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
         * Distributes the tasks of a queue over several queues, its shards, see {@code WorkerConfig.Builder#shards}. If
         * Redis has a recorded number, that number is used instead; only workers raise it. Default: none.
         *
         * @param queue the queue
         * @param count the number of shards, from 1 to 64
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder shards(String queue, int count) {
            shards.merge(queue, Shards.require(count), Math::max);
            return this;
        }

        /**
         * Distributes the tasks of each queue over the shards recorded in Redis, and ignores {@link #shards}. For
         * tools, which have no configuration of the queues.
         *
         * @return this
         */
        public Builder shardsOnRecord() {
            shardsOnRecord = true;
            return this;
        }

        /**
         * Sets the factory of the client's thread; default: daemon threads.
         *
         * @param factory creates platform threads
         * @return this
         */
        public Builder threads(ThreadFactory factory) {
            this.threads = Objects.requireNonNull(factory, "threads");
            return this;
        }

        /**
         * Sets the listener of {@link TaskEnqueued}; default none. The listener is called after a task is stored, on
         * the thread that stored the task.
         *
         * @param events the listener
         * @return this
         */
        public Builder listener(TaskListener events) {
            this.listener = Objects.requireNonNull(events, "listener");
            return this;
        }

        /**
         * Sets an action that runs after the client is closed; default none.
         *
         * @param action closes resources of the client
         * @return this
         */
        public Builder onClose(Runnable action) {
            this.onClose = Objects.requireNonNull(action, "onClose");
            return this;
        }

        /** @return the client, which connects at first use */
        public DefaultAsynqClient build() {
            return new DefaultAsynqClient(this, null);
        }
    }
}
