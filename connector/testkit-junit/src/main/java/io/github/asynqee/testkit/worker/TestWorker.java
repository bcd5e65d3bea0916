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
 * Runs tasks only when the test calls {@link #drain()}. Uses the connector's engine with one thread, so that one
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
     * A registered handler.
     *
     * @param groups the groups that it handles, {@code null} if it handles single tasks
     * @param lane opens the handler's lane in a channel
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
     * @param type the type or its prefix; a task goes to the handler with the longest matching prefix
     * @param handler handles the tasks
     * @return this
     * @throws IllegalArgumentException if the type already has a handler
     */
    public TestWorker handle(String type, TestHandler handler) {
        return handle(DEFAULT_QUEUE, type, handler);
    }

    /**
     * Adds a handler.
     *
     * @param queue the queue
     * @param type the type or its prefix; a task goes to the handler with the longest matching prefix
     * @param handler handles the tasks
     * @return this
     * @throws IllegalArgumentException if the queue and type already have a handler, or the queue's name is invalid
     */
    public TestWorker handle(String queue, String type, TestHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return add(new Registration(queue, type, null, channel -> HandlerLane.open(channel, 1,
                delivery -> handler.handle(new TestTask(delivery, payloads)), thread)));
    }

    /**
     * Adds a handler for groups. It gets all tasks of a {@linkplain io.github.asynqee.Task#group group}, of any type,
     * together when the group is due by the test's clock.
     *
     * @param queue the queue
     * @param groups selects the groups, and determines when they are due
     * @param handler handles the groups
     * @return this
     * @throws IllegalArgumentException if the queue already has a handler for the same prefix of group names, or the
     *         queue's name is invalid
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
                    "queue " + added.queue() + " already has a handler for " + config.received());
        }
        registrations.add(added);
        return this;
    }

    /**
     * Sets the failure policy of all handlers. By default, a failed task is retried after asynq's delay, which grows
     * with each retry, until no retries remain.
     *
     * @param failurePolicy the policy
     * @return this
     */
    public TestWorker onFailure(FailurePolicy failurePolicy) {
        policy = Objects.requireNonNull(failurePolicy, "failurePolicy");
        return this;
    }

    /**
     * Runs all tasks that have a handler and are due by the test's clock. Also runs tasks that become due while it
     * runs, because handlers enqueue them or they are retried without a delay. Like any worker, it does not run tasks
     * of paused queues but runs their groups. Waits at most 10 s.
     *
     * @return the attempts, in the order of their outcomes
     * @throws AssertionError if tasks are still due after that time, or if an assertion failed in a handler
     * @throws IllegalStateException if called by a handler, or before a handler was added
     */
    public List<TaskRun> drain() {
        return drain(DEFAULT_LIMIT);
    }

    /**
     * Like {@link #drain()}, with a time limit.
     *
     * @param limit the maximum time to wait, in real time
     * @return the attempts, in the order of their outcomes
     * @throws AssertionError if tasks are still due after that time, or if an assertion failed in a handler
     * @throws IllegalStateException if called by a handler, or before a handler was added
     */
    public List<TaskRun> drain(Duration limit) {
        if (draining) {
            throw new IllegalStateException("drain() is already running: handlers must not call it");
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
            // an earlier assertion failure is more likely the cause
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
            // leave time for a group that was just staged
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
