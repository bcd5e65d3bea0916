package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.service.CancellationListener;
import io.github.asynqee.internal.service.Forwarder;
import io.github.asynqee.internal.service.HealthProbe;
import io.github.asynqee.internal.service.Heartbeat;
import io.github.asynqee.internal.service.Janitor;
import io.github.asynqee.internal.service.Recoverer;
import io.github.asynqee.internal.service.StatisticsFlush;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.WorkerConfig;

/** The background services of a worker, each on its own thread (protocol section 7.1). */
final class BackgroundServices {

    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);
    /**
     * Maximum wait for the end of a thread before the next one is stopped, so that a thread that waits for Redis does
     * not delay the others.
     */
    private static final Duration IN_ORDER = Duration.ofMillis(200);
    private static final Duration TIDY_AGAIN = Duration.ofSeconds(1);

    private final Broker broker;
    private final WorkerConfig config;
    private final EngineFeature features;
    private final NodeWork<Forwarder> forwarder;
    private final ScheduleListeners.Listener expected;
    private final PeriodicThread heartbeatThread;
    private final PeriodicThread recovererThread;
    private final PeriodicThread forwarderThread;
    private final PeriodicThread addedThread;
    /** All threads, in the order in which they are started. */
    private final List<PeriodicThread> inStartOrder = new ArrayList<>();
    /** All threads except forwarder and recoverer, which are stopped earlier, and the heartbeat, which deletes the server's entry. */
    private final List<PeriodicThread> others = new ArrayList<>();

    /**
     * @param parts the parts of the worker
     * @param onCancel receives requests for cancellation
     * @param addedInterval interval of the check for added queues and shards
     */
    BackgroundServices(WorkerParts parts, Consumer<CancellationSubscription.Request> onCancel, Duration addedInterval) {
        broker = parts.broker;
        features = parts.features;
        config = parts.config;
        Supplier<Set<String>> queues = () -> parts.router.priorities().keySet();
        forwarder = perNode("asynq-forwarder", config.delayedTaskCheckInterval(),
                isServed -> new Forwarder(broker.maintenanceCommands(), broker.clock(), queues, isServed,
                        config.delayedTaskCheckInterval(), this::forward));
        expected = (queue, at) -> forwarder.of(queue).expect(queue, at);
        forwarderThread = forwarder.thread(broker::synchronizeClock);
        recovererThread = perNode("asynq-recoverer", config.recoveryInterval(),
                isServed -> every(config.recoveryInterval(), new Recoverer(broker, queues, isServed,
                        parts.settler::outcomeOf, config.maxRecoveries(), parts.deadLetters::sendFirst, parts.events,
                        parts.attempts, parts.statistics)::runOnce))
                .thread(broker::synchronizeClock);
        heartbeatThread = withClock("asynq-heartbeat", config.heartbeatInterval(),
                new Heartbeat(broker.servers(), parts.server, config.heartbeatInterval(),
                        parts.router::namedQueues));
        PeriodicThread janitorThread = perNode("asynq-janitor", config.janitorInterval(),
                isServed -> janitor(queues, isServed))
                .thread(broker::synchronizeClock);
        CancellationListener listener = new CancellationListener(broker.cancellations(), onCancel);
        PeriodicThread cancellations = PeriodicThread.of("asynq-cancellations", RETRY_PAUSE, config.threads(),
                listener);
        PeriodicThread ping = PeriodicThread.every("asynq-cancellations-ping", CancellationSubscription.PING_INTERVAL,
                config.threads(), listener::ping);
        List<PeriodicThread> optional = new ArrayList<>(health());
        List<PeriodicThread> ofFeatures = features.services();
        addedThread = PeriodicThread.of("asynq-queues", addedInterval, config.threads(),
                new QueueSearch(() -> parts.addedQueues.look(this::added), addedInterval));
        optional.add(addedThread);
        if (config.statistics()) {
            optional.add(PeriodicThread.of("asynq-statistics", StatisticsFlush.INTERVAL, config.threads(),
                    new StatisticsFlush(broker.maintenanceCommands(), parts.statistics)));
        }

        inStartOrder.add(heartbeatThread);
        inStartOrder.addAll(optional);
        inStartOrder.addAll(List.of(cancellations, ping, recovererThread, forwarderThread, janitorThread));
        inStartOrder.addAll(ofFeatures);
        others.addAll(List.of(cancellations, ping, janitorThread));
        others.addAll(ofFeatures);
        others.addAll(optional);
    }

    private PeriodicJob janitor(Supplier<Set<String>> queues, Predicate<String> isServed) {
        Janitor janitor = new Janitor(broker.maintenanceCommands(), queues, isServed);
        Duration soon = config.janitorInterval().compareTo(TIDY_AGAIN) < 0 ? config.janitorInterval() : TIDY_AGAIN;
        return () -> {
            boolean again;
            try {
                again = features.tidy(queues.get(), isServed);
            } finally {
                janitor.runOnce();
            }
            return again ? soon : config.janitorInterval();
        };
    }

    /** Empty without a health check. */
    private List<PeriodicThread> health() {
        return config.healthCheck() == null ? List.of()
                : List.of(PeriodicThread.delayed("asynq-health", config.healthCheckInterval(), config.threads(),
                        new HealthProbe(broker, config.healthCheck())::runOnce));
    }

    private <J extends PeriodicJob> NodeWork<J> perNode(String name, Duration pause,
            Function<Predicate<String>, J> job) {
        return new NodeWork<>(broker.workerCommands(), name, pause, config.threads(), job);
    }

    private static PeriodicJob every(Duration interval, Runnable work) {
        return () -> {
            work.run();
            return interval;
        };
    }

    /**
     * Creates a thread that first synchronizes the clock. With a wrong clock, valid leases would look expired, and
     * tasks would look due too early.
     */
    private PeriodicThread withClock(String name, Duration pause, PeriodicJob job) {
        return PeriodicThread.of(name, pause, config.threads(), new PeriodicJob() {
            @Override
            public Duration runOnce() throws InterruptedException {
                broker.synchronizeClock();
                return job.runOnce();
            }

            @Override
            public void end() {
                job.end();
            }
        });
    }

    /** Starts all services. */
    void start() {
        inStartOrder.forEach(PeriodicThread::start);
        broker.scheduleListeners().add(expected);
        features.started();
    }

    private void added() {
        forward();
        report();
    }

    /** Starts a run of the forwarder. */
    void forward() {
        forwarder.wake();
    }

    /** Looks for queues and shards that were added. */
    void lookForQueues() {
        addedThread.wake();
    }

    /** Publishes the state of the worker. */
    void report() {
        heartbeatThread.wake();
    }

    void stopForwarder(StopTime time) {
        broker.scheduleListeners().remove(expected);
        forwarderThread.stop(time.atMost(IN_ORDER));
    }

    void stopRecoverer(StopTime time) {
        recovererThread.stop(time.atMost(IN_ORDER));
    }

    /** Stops the remaining services, after all outcomes are written; waits until all threads have ended. */
    void stopOthers(StopTime time) {
        others.forEach(PeriodicThread::stop);
        others.forEach(thread -> thread.join(time.atMost(IN_ORDER)));
        heartbeatThread.stop();
        inStartOrder.forEach(thread -> thread.join(time));
    }
}
