package io.github.asynqee.testkit.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.testkit.payload.TestPayloads;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailureLogging;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks when the test calls {@link #drain()}, and only then. It is the engine of the connector, with one thread: one
 * handler runs at a time. Not thread-safe.
 */
public final class TestWorker {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);
    private static final String DEFAULT_QUEUE = "default";

    private final Broker broker;
    private final Inspector inspector;
    private final TestPayloads payloads;
    private final List<Registration> registrations = new ArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread created = new Thread(work, "asynq-test-worker");
        created.setDaemon(true);
        return created;
    });
    private FailurePolicy policy = new FailurePolicy(RetryDelay.asynq(new Random(1)), error -> false, error -> false,
            error -> false, FailureLogging.NONE);
    private boolean draining;

    /**
     * A handler of some tasks of a queue.
     *
     * @param groups the groups that it handles, {@code null} if it handles single tasks
     * @param lane opens its lane in its channel
     */
    private record Registration(String queue, String typePrefix, @Nullable GroupConfig groups,
            Consumer<Channel> lane) {}

    TestWorker(Broker broker, Inspector inspector, TestPayloads payloads) {
        this.broker = broker;
        this.inspector = inspector;
        this.payloads = payloads;
    }

    /**
     * Adds a handler for tasks of the queue {@code default}.
     *
     * @param type the type, or its beginning; of several handlers that of the longest beginning gets a task
     * @param handler handles the tasks
     * @return this
     * @throws IllegalArgumentException if there is a handler for the same type
     */
    public TestWorker handle(String type, TestHandler handler) {
        return handle(DEFAULT_QUEUE, type, handler);
    }

    /**
     * Adds a handler.
     *
     * @param queue the queue
     * @param type the type, or its beginning; of several handlers that of the longest beginning gets a task
     * @param handler handles the tasks
     * @return this
     * @throws IllegalArgumentException if there is a handler for the same queue and type, or the name of the queue is
     *         invalid
     */
    public TestWorker handle(String queue, String type, TestHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return add(new Registration(queue, type, null, channel -> HandlerLane.open(channel, 1,
                delivery -> handler.handle(new TestTask(delivery, payloads)), thread)));
    }

    /**
     * Adds a handler of groups: tasks with a {@linkplain io.github.asynqee.Task#group group}, of any type, that are handled
     * together when their group is due by the clock of the test.
     *
     * @param queue the queue
     * @param groups which groups, and when they are due
     * @param handler handles the groups
     * @return this
     * @throws IllegalArgumentException if there is a handler for the same queue and beginning of names, or the name of the
     *         queue is invalid
     */
    public TestWorker handleGroups(String queue, GroupConfig groups, TestGroupHandler handler) {
        Objects.requireNonNull(groups, "groups");
        Objects.requireNonNull(handler, "handler");
        return add(new Registration(queue, "", groups, channel -> HandlerLane.openForGroups(channel, 1,
                group -> handler.handle(new TestGroup(group, payloads)), thread)));
    }

    private TestWorker add(Registration added) {
        ChannelConfig config = config(added);
        if (configs().stream().anyMatch(one -> !one.conflicts(config).isEmpty())) {
            throw new IllegalArgumentException(
                    "queue " + added.queue() + " has a handler for " + config.received() + " already");
        }
        registrations.add(added);
        return this;
    }

    /**
     * Sets what follows when a handler fails. By default a task is retried after asynq's delay, which grows with each
     * retry, until it has used its retries.
     *
     * @param failurePolicy the policy of all handlers
     * @return this
     */
    public TestWorker onFailure(FailurePolicy failurePolicy) {
        policy = Objects.requireNonNull(failurePolicy, "failurePolicy");
        return this;
    }

    /**
     * Runs all tasks that have a handler and are due by the clock of the test, and those that become due while it runs:
     * enqueued by handlers, or retried without a delay. Tasks of paused queues are left;
     * their groups are not, as with each worker. Waits at most 10 s.
     *
     * @return the attempts, in the order of their outcomes
     * @throws AssertionError if tasks are still due after that time, or if an assertion has failed in a handler
     * @throws IllegalStateException if a handler calls it
     */
    public List<TaskRun> drain() {
        return drain(DEFAULT_LIMIT);
    }

    /**
     * The same with another limit.
     *
     * @param limit how long it waits at most, in real time
     * @return the attempts, in the order of their outcomes
     * @throws AssertionError if tasks are still due after that time, or if an assertion has failed in a handler
     * @throws IllegalStateException if a handler calls it
     */
    public List<TaskRun> drain(Duration limit) {
        if (draining) {
            throw new IllegalStateException("drain() was called while it runs: a handler must not call it");
        }
        if (registrations.isEmpty()) {
            throw new IllegalStateException("the test worker has no handler: call handle(type, handler) first");
        }
        draining = true;
        TaskRuns runs = new TaskRuns();
        DueTasks due = new DueTasks(broker, inspector, configs());
        long started = System.nanoTime();
        try {
            do {
                run(runs, due, started, limit);
            } while (due.isAny(runs));
        } catch (AssertionError stillDue) {
            // an assertion that failed before is more likely the reason than its consequence
            runs.failedAssertion().ifPresent(assertion -> {
                assertion.addSuppressed(stillDue);
                throw assertion;
            });
            throw stillDue;
        } finally {
            draining = false;
        }
        runs.failedAssertion().ifPresent(assertion -> {
            throw assertion;
        });
        return runs.all();
    }

    private void run(TaskRuns runs, DueTasks due, long started, Duration limit) {
        Worker worker = worker(runs);
        Duration patience = Duration.ofMillis(500);
        try {
            worker.start();
            due.awaitNone(runs, worker::inFlight, started, limit);
            // for a group that was just staged
            patience = limit;
        } finally {
            worker.shutdown(patience);
        }
    }

    private Worker worker(TaskRuns runs) {
        List<Channel> channels = new ArrayList<>();
        for (Registration one : registrations) {
            Channel channel = new Channel(config(one));
            one.lane().accept(channel);
            channels.add(channel);
        }
        return new Worker(broker, WorkerConfig.builder().maxPrefetch(0).statistics(false).listener(runs).build(),
                channels);
    }

    private List<ChannelConfig> configs() {
        return registrations.stream().map(this::config).toList();
    }

    private ChannelConfig config(Registration one) {
        return new ChannelConfig("handler of " + (one.groups() == null ? "\"" + one.typePrefix() + "\"" : "groups")
                + " in " + one.queue(), Map.of(one.queue(), 1), one.typePrefix(), policy, one.groups());
    }

    void close() {
        thread.shutdownNow();
    }
}
