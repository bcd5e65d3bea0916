package io.github.asynqee.internal.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntSupplier;

import io.github.asynqee.ServerState;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Runs tasks of one or more queues in the lanes of its channels (protocol section 7); asynq's {@code Server}. A worker
 * is started and shut down once.
 */
public final class Worker {

    private static final Logger LOG = System.getLogger(Worker.class.getName());

    private final WorkerParts parts;
    private final IntSupplier waitingOutcomes;
    private final WorkerThreads workerThreads;
    private final Broker broker;
    private final ThreadFactory threads;
    private final Wakeups wakeups;
    private final BackgroundServices services;
    private volatile ServerState state = ServerState.NEW;

    /**
     * Creates a worker.
     *
     * @param broker the Redis; not closed by the worker
     * @param config settings
     * @param channels the channels that receive the tasks
     * @throws IllegalArgumentException if two channels claim the same queue and type
     */
    public Worker(Broker broker, WorkerConfig config, List<Channel> channels) {
        this(broker, config, channels, ShardWatch.INTERVAL);
    }

    /**
     * @param shardsInterval interval of the check for added shards
     * @param features features besides the usual ones
     */
    Worker(Broker broker, WorkerConfig config, List<Channel> channels, Duration shardsInterval,
            EngineFeature... features) {
        this.broker = broker;
        threads = config.threads();
        parts = new WorkerParts(broker, config, channels, this::state, List.of(features));
        waitingOutcomes = parts.inFlight::waitingOutcomes;
        workerThreads = new WorkerThreads(parts);
        services = new BackgroundServices(parts, workerThreads::cancel, shardsInterval);
        wakeups = new Wakeups(parts.fetcher, parts.groups, services);
    }

    /**
     * @return queue to priority, as currently published in the server list; a queue with shards is replaced by its
     * shards
     */
    public Map<String, Integer> queues() {
        return Map.copyOf(parts.router.priorities());
    }

    /** @return number of tasks held: running, waiting for a lane or waiting for their outcome to be written */
    public int inFlight() {
        return parts.inFlight.size();
    }

    /** @return the metrics of this worker */
    public WorkerMetrics metrics() {
        return parts.metrics;
    }

    /** @return the state of the worker */
    public ServerState state() {
        return state;
    }

    /**
     * Starts fetching and all services. Returns at once; Redis need not be reachable yet. If a thread cannot be
     * started, the threads already started are stopped and the worker is closed.
     *
     * @throws IllegalStateException if it has been started or stopped before
     */
    public synchronized void start() {
        switch (state) {
            case NEW -> state = ServerState.ACTIVE;
            case ACTIVE -> throw new IllegalStateException("the worker is already running");
            case STOPPED -> throw new IllegalStateException(
                    "the worker has stopped fetching and awaits its shutdown; it cannot be started again");
            default -> throw new IllegalStateException("the worker is closed; it cannot be started again");
        }
        broker.outages().addWaitingOutcomes(waitingOutcomes);
        broker.metrics().add(parts.metrics);
        try {
            broker.queueChanges().start(parts.router.priorities().keySet(), threads, wakeups);
            services.start();
            workerThreads.start();
        } catch (RuntimeException | Error e) {
            state = ServerState.CLOSED;
            end(Duration.ZERO, broker.stopTime());
            throw e;
        }
    }

    /**
     * Stops fetching; running tasks and all services continue. Waits until the last fetch has ended. Has no effect on a
     * worker that is not active.
     */
    public void stopFetching() {
        stopFetching(broker.stopTime());
    }

    /**
     * Like {@link #stopFetching()}, as one step of a stop with a time limit.
     *
     * @param time how long to wait for threads
     */
    public synchronized void stopFetching(StopTime time) {
        if (state == ServerState.ACTIVE) {
            state = ServerState.STOPPED;
            services.report();
            workerThreads.stopFetching(time);
        }
    }

    /**
     * Shuts down permanently, in asynq's order (protocol section 7.10): stops fetching, waits for running tasks,
     * requeues tasks that do not end in time to the head of their queue without using a retry, and stops all services
     * and threads. An interrupt ends only the wait for running tasks; the interrupt status is restored before the
     * method returns.
     *
     * @param timeout maximum wait for running tasks
     */
    public void shutdown(Duration timeout) {
        shutdown(timeout, broker.stopTime());
    }

    /**
     * Like {@link #shutdown(Duration)}, as one step of a stop with a time limit.
     *
     * @param timeout maximum wait for running tasks
     * @param time how long to wait for threads, in addition to the wait for running tasks
     */
    public synchronized void shutdown(Duration timeout, StopTime time) {
        ServerState before = state;
        state = ServerState.CLOSED;
        if (before == ServerState.NEW || before == ServerState.CLOSED) {
            return;
        }
        end(timeout, time);
    }

    /** Runs every step, even if an earlier step fails. */
    private void end(Duration timeout, StopTime time) {
        List<Runnable> steps = List.of(services::report, () -> services.stopForwarder(time),
                () -> workerThreads.stopFetching(time), () -> time.exclude(() -> workerThreads.drain(timeout)),
                () -> services.stopRecoverer(time), () -> workerThreads.finish(time), () -> services.stopOthers(time),
                () -> broker.queueChanges().stop(time), () -> broker.outages().removeWaitingOutcomes(waitingOutcomes),
                () -> broker.metrics().remove(parts.metrics));
        boolean interrupted = false;
        for (Runnable step : steps) {
            // an interrupted thread could not wait for the other threads
            interrupted |= Thread.interrupted();
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "a step of the shutdown failed; the shutdown continues", e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
