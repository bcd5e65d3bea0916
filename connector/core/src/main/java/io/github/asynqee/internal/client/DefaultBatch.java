package io.github.asynqee.internal.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.asynqee.Batch;
import io.github.asynqee.BatchEndedException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskContext;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Plan;
import io.github.asynqee.internal.feature.batch.BatchCommands.Step;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.redis.BrokerException;

/** {@link Batch} of a client. */
public final class DefaultBatch implements Batch {

    private static final Logger LOG = System.getLogger(DefaultBatch.class.getName());

    /** Number of members that are stored in one chunk. */
    private static final int STEP = 500;
    /** Limited because each task of a chain reads all tasks of the chain. */
    private static final int LONGEST_CHAIN = 1_000;
    /** Far below the time after which a member without a task is abandoned. */
    private static final Duration LATE = BatchCommands.ADDING.dividedBy(2);

    private final String id;
    private final BatchCommands commands;
    private final BatchSteps steps;
    private final Clock clock;
    private final Function<Task<?>, ComposedTask> composer;
    private final TaskStore store;
    /** Collections can be read again, by another {@link #enqueue}. */
    private final List<Supplier<Stream<? extends Task<?>>>> added = new ArrayList<>();
    private final Map<String, Task<?>> callbacks = new LinkedHashMap<>();
    private String queue = TaskOptions.DEFAULT_QUEUE;
    private List<Task<?>> chained = List.of();
    private BatchName parent;
    /** Whether this object has created the batch, by this call or an earlier one. */
    private boolean isOpener;

    /**
     * @param id the ID
     * @param broker stores the batches
     * @param composer composes a task and decides in which shard it is stored
     * @param store stores tasks, and reports the result for each
     */
    DefaultBatch(String id, Broker broker, Function<Task<?>, ComposedTask> composer, TaskStore store) {
        if (id == null || id.isBlank()) {
            throw new InvalidTaskException("the ID of a batch must not be blank");
        }
        this.id = id;
        this.commands = broker.commands(BatchCommands.class);
        this.clock = broker.clock();
        this.composer = composer;
        this.store = store;
        this.steps = new BatchSteps(commands, clock);
    }

    @Override
    public Batch queue(String name) {
        queue = Objects.requireNonNull(name, "queue");
        return this;
    }

    @Override
    public Batch within(TaskContext task) {
        String outer = task.headers().get(ID_HEADER);
        String outerQueue = task.headers().get(QUEUE_HEADER);
        if (outer == null || outerQueue == null) {
            throw new IllegalStateException("task " + task.id() + " is in no batch");
        }
        parent = new BatchName(outerQueue, outer);
        return this;
    }

    @Override
    public Batch add(Collection<? extends Task<?>> tasks) {
        List<Task<?>> named = tasks.stream().<Task<?>>map(DefaultBatch::named).toList();
        added.add(named::stream);
        return this;
    }

    @Override
    public Batch add(Stream<? extends Task<?>> tasks) {
        Iterator<Stream<? extends Task<?>>> once = List.<Stream<? extends Task<?>>>of(tasks).iterator();
        added.add(() -> {
            if (!once.hasNext()) {
                throw new IllegalStateException("batch \"" + id + "\" cannot be enqueued again, because a stream of "
                        + "its members was read before: create another batch with the same ID and the same task IDs");
            }
            return once.next();
        });
        return this;
    }

    @Override
    public Batch onSuccess(Task<?> task) {
        return on("success", task);
    }

    @Override
    public Batch onFailure(Task<?> task) {
        return on("failure", task);
    }

    @Override
    public Batch onComplete(Task<?> task) {
        return on("complete", task);
    }

    /** Makes it a chain. Each task except the last is kept until its success is recorded in the batch. */
    DefaultBatch chain(List<Task<?>> tasks) {
        if (tasks.size() > LONGEST_CHAIN) {
            throw new InvalidTaskException("a chain has at most " + LONGEST_CHAIN + " tasks: " + tasks.size());
        }
        Task<?> first = tasks.get(0);
        queue = first.options().queue() == null ? queue : first.options().queue();
        chained = tasks.stream().<Task<?>>map(DefaultBatch::named).toList();
        return this;
    }

    private Batch on(String name, Task<?> task) {
        callbacks.put(name, Objects.requireNonNull(task, name));
        return this;
    }

    @Override
    public void enqueue() {
        try {
            Task<?> any = Task.of("batch", "").queue(queue).id(id);
            BatchName batch = new BatchName(composer.apply(any).stored().message().queue(), id);
            Map<String, TaskMessage> tasks = new LinkedHashMap<>();
            callbacks.forEach((name, task) -> tasks.put(name, callback(name, task)));
            long stamp = clock.millis();
            requireNoCircle(batch);
            joinParent(batch, stamp);
            List<ComposedTask> chain = chained(batch, stamp);
            int opened = commands.open(batch, new Plan(tasks, steps(chain), stamp, parent));
            isOpener |= opened == 1;
            if (opened < 0) {
                throw ended(batch);
            }
            if (parent != null) {
                noteInParent(batch, stamp, opened == 1);
            }
            if (!chain.isEmpty()) {
                add(batch, chain.subList(0, 1), stamp);
            }
            for (Supplier<Stream<? extends Task<?>>> source : added) {
                try (Stream<? extends Task<?>> stream = source.get()) {
                    addAll(batch, stream.iterator());
                }
            }
            // a caller that only adds members to another caller's batch does not close that batch
            if (isOpener || parent != null || !callbacks.isEmpty()) {
                follow(batch, commands.seal(batch).orElseThrow(() -> new BatchEndedException("batch " + batch.id()
                        + " of queue \"" + batch.queue() + "\" was deleted while its members were stored: "
                        + "its callbacks are not stored")));
            }
        } catch (BrokerException e) {
            throw new EnqueueException(
                    "batch " + id + " of queue \"" + queue + "\" is not completely stored; its callbacks "
                            + "wait until it is: " + e.getMessage(),
                    e);
        }
    }

    /** The tasks of a chain; all except the last are kept as a proof of their success. */
    private List<ComposedTask> chained(BatchName batch, long stamp) {
        List<ComposedTask> chain = new ArrayList<>();
        Set<Place> places = new HashSet<>();
        for (Task<?> task : chained) {
            boolean isLast = chain.size() == chained.size() - 1;
            chain.add(member(batch, isLast || retention(task).compareTo(BatchCommands.PROOF) > 0 ? task
                    : task.retention(BatchCommands.PROOF), stamp));
            if (!places.add(placeOf(chain.get(chain.size() - 1)))) {
                throw new InvalidTaskException("two tasks of a chain have the ID \"" + task.options().id() + "\"");
            }
        }
        return chain;
    }

    private List<Step> steps(List<ComposedTask> chain) {
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i < chain.size(); i++) {
            steps.add(new Step(stored("next", chain.get(i)), placeOf(chain.get(i - 1)), retention(chained.get(i - 1))));
        }
        return steps;
    }

    private static Duration retention(Task<?> task) {
        Duration wanted = task.options().retention();
        return wanted == null || wanted.isNegative() ? Duration.ZERO : wanted;
    }

    /** Stores due callbacks. If that fails, the repair stores them later, so the producer gets no error. */
    private void follow(BatchName batch, List<String> due) {
        try {
            steps.store(batch, due);
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, () -> "batch " + batch + ": the repair stores the next task: " + e.getMessage());
        }
    }

    /** Rejects a batch within itself, because it would wait for itself. */
    private void requireNoCircle(BatchName batch) {
        Set<BatchName> outer = new HashSet<>();
        BatchName next = parent;
        while (next != null && outer.add(next) && !next.equals(batch)) {
            next = BatchSteps.parent(commands, next);
        }
        if (batch.equals(next)) {
            throw new InvalidTaskException("batch \"" + id + "\" cannot be within itself: batchOf(task) adds to it");
        }
    }

    private void joinParent(BatchName batch, long stamp) {
        if (parent != null && commands.add(parent, stamp, List.of(new Place(batch))).isEmpty()) {
            throw ended(parent);
        }
    }

    /**
     * Records in the parent batch that this batch exists. If this process was paused, the parent may have treated it as
     * abandoned.
     */
    private void noteInParent(BatchName batch, long stamp, boolean isNew) {
        Place place = new Place(batch);
        if (clock.millis() - stamp > LATE.toMillis() && !commands.addStored(parent, stamp, List.of(place))) {
            if (isNew) {
                commands.delete(batch);
            }
            throw ended(parent);
        }
        commands.end(parent, List.of(new Ended(place, stamp, Fate.STORED)));
    }

    private static BatchEndedException ended(BatchName batch) {
        return new BatchEndedException("batch " + batch.id() + " of queue \"" + batch.queue()
                + "\" has completed and takes no members");
    }

    private TaskMessage callback(String name, Task<?> task) {
        return stored(name, composer.apply(task
                .withDefaults(TaskOptions.builder().queue(queue).id(id + ":" + name).build())));
    }

    private static TaskMessage stored(String name, ComposedTask composed) {
        if (!(composed.stored().placement() instanceof Placement.Pending) || composed.stored().lockFor() != null) {
            throw new InvalidTaskException("the task of a batch that is stored on \"" + name
                    + "\" cannot be delayed, unique or in a group: " + composed.info());
        }
        return composed.stored().message();
    }

    private void addAll(BatchName batch, Iterator<? extends Task<?>> tasks) {
        while (tasks.hasNext()) {
            long stamp = clock.millis();
            List<ComposedTask> step = new ArrayList<>();
            while (tasks.hasNext() && step.size() < STEP) {
                step.add(member(batch, tasks.next(), stamp));
            }
            add(batch, step, stamp);
        }
    }

    /**
     * Gives a task without an ID a random one, so that its shard is known before it is stored, and it is stored once.
     */
    private static Task<?> named(Task<?> task) {
        return task.withDefaults(TaskOptions.builder().id(UUID.randomUUID().toString()).build());
    }

    private ComposedTask member(BatchName batch, Task<?> task, long stamp) {
        if (task.options().group() != null) {
            throw new InvalidTaskException("a member of a batch cannot be in a group: " + task);
        }
        ComposedTask member = composer.apply(named(task)
                .headers(new BatchMember(batch, new Place("", ""), stamp).headers()));
        member.stored().requireNoStoreRule("a member of a batch");
        return member;
    }

    private static Place placeOf(ComposedTask task) {
        TaskMessage message = task.stored().message();
        return new Place(message.queue(), message.id());
    }

    private void add(BatchName batch, List<ComposedTask> step, long stamp) {
        Optional<List<Boolean>> registered = commands.add(batch, stamp,
                step.stream().map(DefaultBatch::placeOf).toList());
        if (registered.isEmpty()) {
            throw ended(batch);
        }
        List<ComposedTask> open = new ArrayList<>();
        for (int i = 0; i < step.size(); i++) {
            if (registered.get().get(i)) {
                open.add(step.get(i));
            }
        }
        List<StoreResult> results = store.results(open);
        boolean isOver = false;
        List<Ended> fates = new ArrayList<>();
        EnqueueException problem = null;
        for (int i = 0; i < open.size(); i++) {
            StoreResult result = results.get(i);
            Place place = placeOf(open.get(i));
            // a unique member that was already stored is rejected as a duplicate of itself
            Optional<Ended> before = result instanceof StoreResult.IdTaken || result instanceof StoreResult.Duplicate
                    ? storedBefore(batch, place)
                    : Optional.empty();
            if (before.isPresent()) {
                fates.add(before.get());
                isOver |= !commands.addStored(batch, before.get().stamp(), List.of(place));
                continue;
            }
            fate(result).ifPresent(fate -> fates.add(new Ended(place, stamp, fate)));
            EnqueueException error = store.ended(open.get(i), result);
            problem = problem == null ? error : problem;
        }
        isOver |= isLate(batch, fates, stamp);
        follow(batch, commands.end(batch, fates));
        long stored = fates.stream().filter(member -> member.fate() == Fate.STORED).count();
        if (isOver && stored > 0) {
            BatchEndedException late = new BatchEndedException("batch " + batch.id() + " of queue \"" + batch.queue()
                    + "\" has completed, or was deleted while its members were stored, which took "
                    + (clock.millis() - stamp) / 1000 + " s: " + stored
                    + " of them are stored and run, but the batch may not have waited for them");
            if (problem != null) {
                late.addSuppressed(problem);
            }
            throw late;
        }
        if (problem != null) {
            if (!chained.isEmpty() && fates.stream().anyMatch(fate -> fate.fate() == Fate.WITHDRAWN)) {
                // its ID was not returned: no caller can continue it
                commands.delete(batch);
            }
            throw problem;
        }
    }

    /**
     * Adds stored members again if this process was paused: the repair may have withdrawn them. Returns whether it is
     * too late.
     */
    private boolean isLate(BatchName batch, List<Ended> members, long stamp) {
        if (clock.millis() - stamp <= LATE.toMillis()) {
            return false;
        }
        List<Place> stored = members.stream()
                .filter(member -> member.fate() == Fate.STORED && member.stamp() == stamp).map(Ended::place).toList();
        boolean isOver = !stored.isEmpty() && !commands.addStored(batch, stamp, stored);
        // before this time the repair treats no member as abandoned, so the batch has waited for these members
        return isOver && clock.millis() - stamp > BatchCommands.ADDING.toMillis();
    }

    /**
     * Finds a member that an earlier call stored before it failed, so that the batch does not list it as stored yet.
     */
    private Optional<Ended> storedBefore(BatchName batch, Place place) {
        Optional<byte[]> message = commands.message(place);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        try {
            return BatchMember.of(TaskMessage.parse(place.queue(), place.id(), message.get()))
                    .filter(member -> member.batch().equals(batch))
                    .map(member -> new Ended(place, member.stamp(), Fate.STORED));
        } catch (UndecodableMessageException e) {
            return Optional.empty();
        }
    }

    /** The fate of a member; empty if it is unknown, and then the repair determines it. */
    private static Optional<Fate> fate(StoreResult result) {
        if (result instanceof StoreResult.Stored || result instanceof StoreResult.Unconfirmed) {
            return Optional.of(Fate.STORED);
        }
        return result instanceof StoreResult.Failed ? Optional.empty() : Optional.of(Fate.WITHDRAWN);
    }
}
