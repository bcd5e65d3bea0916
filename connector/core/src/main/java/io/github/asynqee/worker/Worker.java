package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.DequeuedTasks;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.service.Forwarder;
import io.github.asynqee.service.Janitor;
import io.github.asynqee.service.PeriodicThread;
import io.github.asynqee.service.Recoverer;
import io.github.asynqee.task.Progress;

/**
 * Runs the tasks of some queues in the lanes of its channels (protocol section 7). Started once, stopped once.
 */
public final class Worker {

    private static final Logger LOG = System.getLogger(Worker.class.getName());
    private static final Duration DEADLINE_CHECK = Duration.ofMillis(250);
    private static final int MAX_REPORTED_TYPES = 1_000;
    /** So long a task waits for a lane here; then another server may have one for it. */
    private static final Duration LONGEST_PARKING = Duration.ofSeconds(5);

    private final Broker broker;
    private final WorkerConfig config;
    private final Clock clock;
    private final List<Channel> channels;
    private final Router router;
    private final OutcomeRules rules;
    private final FailurePolicy defaultPolicy = FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()));
    private final Completer completer;
    private final Fetcher fetcher;
    private final LeaseKeeper leaseKeeper;
    private final DeadlineWatch deadlineWatch;
    private final Set<TaskDelivery> inFlight = ConcurrentHashMap.newKeySet();
    private final Set<String> reportedTypes = ConcurrentHashMap.newKeySet();
    private final AtomicLong taken = new AtomicLong();
    private final List<PeriodicThread> periodic = new ArrayList<>();
    private final List<Thread> fetching = new ArrayList<>();
    private Thread completing;

    /**
     * Creates a worker.
     *
     * @param broker what it works on; not closed by it
     * @param config how it works
     * @param channels where the tasks go
     * @throws IllegalArgumentException if two channels claim the same queue and type
     */
    public Worker(Broker broker, WorkerConfig config, List<Channel> channels) {
        this.broker = broker;
        this.config = config;
        this.clock = broker.clock();
        this.channels = List.copyOf(channels);
        this.router = new Router(channels);
        this.rules = new OutcomeRules(clock);
        this.completer = new Completer(broker.working(), clock);
        this.fetcher = new Fetcher(broker, router, config, this::dispatch);
        this.leaseKeeper = new LeaseKeeper(broker.working(), clock);
        this.deadlineWatch = new DeadlineWatch(clock);
    }

    /** @return queue to priority, as configured */
    public Map<String, Integer> queues() {
        return Map.copyOf(router.priorities());
    }

    /** @return how many tasks are held: running, waiting for a lane or waiting to be written */
    public int inFlight() {
        return inFlight.size();
    }

    /** Starts fetching. Returns at once; Redis need not be there yet. */
    public synchronized void start() {
        if (completing != null) {
            throw new IllegalStateException("the worker has been started already");
        }
        completing = startThread("asynq-completer", completer);
        every("asynq-leases", config.heartbeatInterval(), () -> leaseKeeper.runOnce(inFlight));
        every("asynq-deadlines", DEADLINE_CHECK, () -> {
            deadlineWatch.runOnce(inFlight);
            giveBackParked();
        });
        startServices();
        for (QueueWatch watch : fetcher.watches()) {
            fetching.add(startThread("asynq-watch", watch));
        }
        channels.forEach(channel -> channel.onDemand(fetcher::demand));
        fetching.add(startThread("asynq-fetcher", fetcher));
    }

    private void startServices() {
        Set<String> queues = router.priorities().keySet();
        Forwarder forwarder = new Forwarder(broker.maintenance(), queues);
        Recoverer recoverer = new Recoverer(broker, queues,
                (message, error) -> rules.failure(message, error, policyOf(message)));
        Janitor janitor = new Janitor(broker.maintenance(), queues);
        everyWithKnownTime("asynq-forwarder", config.delayedTaskCheckInterval(), forwarder::runOnce);
        everyWithKnownTime("asynq-recoverer", config.recoveryInterval(), recoverer::runOnce);
        everyWithKnownTime("asynq-janitor", config.janitorInterval(), janitor::runOnce);
    }

    private void giveBackParked() {
        Instant tooLong = now().minus(LONGEST_PARKING);
        channels.forEach(channel -> requeue(channel.unpark(delivery -> delivery.takenAt().isBefore(tooLong))));
    }

    Instant now() {
        return clock.instant();
    }

    /** A clock that is wrong would make live leases look expired, and tasks due that are not. */
    private void everyWithKnownTime(String name, Duration pause, Runnable work) {
        every(name, pause, () -> {
            broker.synchronizeClock();
            work.run();
        });
    }

    private void every(String name, Duration pause, Runnable work) {
        periodic.add(PeriodicThread.start(name, pause, config.threads(), work));
    }

    private Thread startThread(String name, Runnable work) {
        Thread thread = config.threads().newThread(work);
        thread.setName(name);
        thread.start();
        return thread;
    }

    /** Stops fetching; running tasks go on. Waits until the last fetch has ended. */
    public synchronized void stopFetching() {
        fetcher.stop();
        fetching.forEach(thread -> joinQuietly(thread, Duration.ofSeconds(5)));
    }

    /**
     * Stops for good: stops fetching, waits for running tasks, puts those that do not end in time back to the head of
     * their queue at no cost to them, and ends all threads.
     *
     * @param timeout how long running tasks are waited for
     */
    public synchronized void shutdown(Duration timeout) {
        if (completing == null) {
            fetcher.stop();
            return;
        }
        long end = System.nanoTime() + timeout.toNanos();
        stopFetching();
        channels.forEach(channel -> requeue(channel.unpark(delivery -> true)));
        while (!inFlight.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        if (!inFlight.isEmpty()) {
            LOG.log(Level.INFO, "{0} tasks did not end within {1} and go back to their queues", inFlight.size(),
                    timeout);
            requeue(inFlight);
        }
        completer.stop();
        joinQuietly(completing, Completer.stopTime());
        periodic.forEach(PeriodicThread::stop);
        long threadsEnd = System.nanoTime() + Completer.stopTime().toNanos();
        periodic.forEach(thread -> thread.join(Duration.ofNanos(Math.max(threadsEnd - System.nanoTime(), 1_000_000))));
    }

    /** Puts tasks back, the earliest last, because the last one put back runs first. */
    private static void requeue(Iterable<? extends Delivery> deliveries) {
        List<Delivery> latestFirst = new ArrayList<>();
        deliveries.forEach(latestFirst::add);
        latestFirst.sort(Comparator.comparing(Delivery::number).reversed());
        latestFirst.forEach(Delivery::giveBack);
        latestFirst.forEach(Delivery::cancel);
    }

    private static void joinQuietly(Thread thread, Duration limit) {
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void dispatch(String queue, DequeuedTasks tasks) {
        for (String id : tasks.vanished()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} has no message: taken out of the queue", id, queue);
        }
        for (DequeuedTasks.Unusable unusable : tasks.unusable()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} is archived: {2}", unusable.lease().id(), queue,
                    unusable.reason());
            hold(unusable.lease()).settle(new Outcome.Archive(unusable.reason()));
        }
        for (Lease lease : tasks.leases()) {
            dispatch(lease);
        }
    }

    private void dispatch(Lease lease) {
        TaskDelivery delivery = hold(lease);
        try {
            route(delivery);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> lease.message() + " cannot be handled and is archived", e);
            delivery.settle(new Outcome.Archive("asynq: cannot be handled: " + e));
        }
    }

    private void route(TaskDelivery delivery) {
        TaskMessage message = delivery.message();
        Channel channel = router.route(message.queue(), message.type());
        if (channel == null) {
            noHandler(delivery);
        } else if (channel.isClosed()) {
            offerLater(delivery, channel + " has no lanes");
        } else if (!Deadlines.effective(message, now()).isAfter(now())) {
            delivery.fail(new DeadlineExceededException());
        } else {
            channel.deliver(delivery);
        }
    }

    private TaskDelivery hold(Lease lease) {
        TaskDelivery delivery = new TaskDelivery(lease, taken.incrementAndGet(), now(), this);
        inFlight.add(delivery);
        return delivery;
    }

    private void noHandler(TaskDelivery delivery) {
        String type = delivery.message().type();
        var error = new HandlerNotFoundException(type);
        if (config.unhandledTypeFails()) {
            delivery.fail(error);
            return;
        }
        if (reportedTypes.size() < MAX_REPORTED_TYPES && reportedTypes.add(type)) {
            LOG.log(Level.WARNING,
                    "queue {0} has tasks of type \"{1}\", which no channel handles: they are offered again every {2}",
                    delivery.message().queue(), type, config.unhandledTypeDelay());
        }
        offerLater(delivery, error.getMessage());
    }

    private void offerLater(TaskDelivery delivery, String why) {
        delivery.settle(new Outcome.Retry(now().plus(config.unhandledTypeDelay()), why, false));
    }

    Outcome outcomeOf(TaskDelivery delivery, Throwable error) {
        return rules.failure(delivery.message(), error, policyOf(delivery.message()));
    }

    private FailurePolicy policyOf(TaskMessage message) {
        Channel channel = router.route(message.queue(), message.type());
        return channel == null ? defaultPolicy : channel.config().policy();
    }

    void complete(TaskDelivery delivery, Outcome outcome) {
        completer.complete(delivery, outcome);
    }

    boolean writeResult(TaskDelivery delivery, byte[] result) {
        return broker.working().writeResult(delivery.lease(), result);
    }

    boolean writeProgress(TaskDelivery delivery, Progress progress) {
        return broker.working().writeProgress(delivery.lease(), progress);
    }

    void forget(TaskDelivery delivery) {
        inFlight.remove(delivery);
    }
}
