package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CancellationSubscription;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.service.CancellationListener;
import io.github.asynqee.internal.service.Forwarder;
import io.github.asynqee.internal.service.HealthProbe;
import io.github.asynqee.internal.service.Heartbeat;
import io.github.asynqee.internal.service.Janitor;
import io.github.asynqee.internal.service.Recoverer;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.WorkerConfig;

/** The periodic duties of a server, each on a thread of its own (protocol section 7.1). */
final class BackgroundServices {

    /** How long the end of one thread is waited for. */
    static final Duration STOP_TIME = Duration.ofSeconds(1);

    private final Broker broker;
    private final WorkerConfig config;
    private final Forwarder forwarding;
    private final Recoverer recovering;
    private final Janitor cleaning;
    private final Heartbeat beating;
    private final CancellationListener cancellations;
    private volatile PeriodicThread forwarder;
    private PeriodicThread recoverer;
    private PeriodicThread heartbeat;
    private Thread subscriber;
    private PeriodicThread subscriberPing;
    private PeriodicThread janitor;
    private PeriodicThread healthProbe;

    BackgroundServices(Broker broker, WorkerConfig config, Set<String> queues, ServerInfoSource report,
            TaskEvents events,
            BiFunction<TaskMessage, Throwable, Outcome> failure, DeadLetterSender deadLetters,
            Consumer<String> onCancel) {
        this.broker = broker;
        this.config = config;
        this.forwarding = new Forwarder(broker.maintenanceCommands(), broker.clock(), queues,
                config.delayedTaskCheckInterval(), this::forward);
        this.recovering = new Recoverer(broker, queues, failure, config.maxRecoveries(),
                settlements -> DeadLetterSender.await(settlements.stream()
                        .map(settlement -> deadLetters.send(settlement.lease().message(), settlement.outcome()))
                        .toList()),
                events);
        this.cleaning = new Janitor(broker.maintenanceCommands(), queues);
        this.beating = new Heartbeat(broker.servers(), report, config.heartbeatInterval());
        this.cancellations = new CancellationListener(broker.cancellations(), onCancel);
    }

    /** Starts all, in asynq's order as far as threads have one. */
    void start() {
        ThreadFactory threads = config.threads();
        heartbeat = PeriodicThread.startJob("asynq-heartbeat", config.heartbeatInterval(), threads,
                withKnownTime(beating));
        if (config.healthCheck() != null) {
            healthProbe = PeriodicThread.startLater("asynq-health", config.healthCheckInterval(), threads,
                    new HealthProbe(broker, config.healthCheck())::runOnce);
        }
        subscriber = threads.newThread(cancellations);
        subscriber.setName("asynq-cancellations");
        subscriber.start();
        subscriberPing = PeriodicThread.start("asynq-cancellations-ping", CancellationSubscription.PING_INTERVAL,
                threads,
                cancellations::ping);
        recoverer = every("asynq-recoverer", config.recoveryInterval(), recovering::runOnce);
        forwarder = PeriodicThread.startJob("asynq-forwarder", config.delayedTaskCheckInterval(), threads,
                withKnownTime(forwarding));
        broker.scheduleListeners().add(forwarding);
        janitor = every("asynq-janitor", config.janitorInterval(), cleaning::runOnce);
    }

    /** Looks for due tasks now. */
    void forward() {
        PeriodicThread thread = forwarder;
        if (thread != null) {
            thread.wake();
        }
    }

    private PeriodicThread every(String name, Duration pause, Runnable work) {
        return PeriodicThread.startJob(name, pause, config.threads(), withKnownTime(() -> {
            work.run();
            return pause;
        }));
    }

    /** A clock that is wrong would make live leases look expired, and tasks due that are not. */
    private PeriodicJob withKnownTime(PeriodicJob duty) {
        return new PeriodicJob() {
            @Override
            public Duration runOnce() {
                broker.synchronizeClock();
                return duty.runOnce();
            }

            @Override
            public void end() {
                duty.end();
            }
        };
    }

    /** Publishes what the worker is doing now. */
    void report() {
        if (heartbeat != null) {
            heartbeat.wake();
        }
    }

    void stopForwarder() {
        broker.scheduleListeners().remove(forwarding);
        stop(forwarder);
    }

    void stopRecoverer() {
        stop(recoverer);
    }

    /** Stops what is left, when all is written. The last one takes back what was published. */
    void stopOthers() {
        cancellations.stop();
        if (subscriber != null) {
            stopSubscriber();
        }
        stop(subscriberPing);
        stop(janitor);
        stop(healthProbe);
        stop(heartbeat);
    }

    private void stopSubscriber() {
        if (subscriberPing != null) {
            subscriberPing.stop();
        }
        try {
            subscriber.join(STOP_TIME.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that could not be started is {@code null}. */
    private static void stop(PeriodicThread thread) {
        if (thread != null) {
            thread.stop();
            thread.join(STOP_TIME);
        }
    }
}
