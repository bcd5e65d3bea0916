package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.DequeuedTasks;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.Working;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.service.TaskEvents;
import io.github.asynqee.task.Progress;

/** Gives fetched tasks to the channels they belong to, and takes what deliveries say became of them. */
final class TaskDispatcher implements Fetcher.Dispatcher {

    private static final Logger LOG = System.getLogger(TaskDispatcher.class.getName());
    private static final int MAX_REPORTED_TYPES = 1_000;
    private static final int MAX_UNWRITTEN = 500;
    private static final Duration LONGEST_GIVING_BACK = Duration.ofSeconds(1);

    private final WorkerConfig config;
    private final Router router;
    private final InFlight inFlight;
    private final Completer completer;
    private final DeadLetterOffice deadLetters;
    private final TaskEvents events;
    private final Working working;
    private final Clock clock;
    private final OutcomeRules rules;
    private volatile Consumer<String> onRequeued = queue -> {
    };
    private final FailurePolicy defaultPolicy = FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()));
    private final Set<String> reportedTypes = ConcurrentHashMap.newKeySet();
    /** How many deliveries of each queue have ended without their outcome being written yet. */
    private final Map<String, AtomicInteger> unwritten = new ConcurrentHashMap<>();

    TaskDispatcher(Broker broker, WorkerConfig config, Router router, InFlight inFlight, Completer completer,
            DeadLetterOffice deadLetters, TaskEvents events) {
        this.config = config;
        this.router = router;
        this.inFlight = inFlight;
        this.completer = completer;
        this.deadLetters = deadLetters;
        this.events = events;
        this.working = broker.working();
        this.clock = broker.clock();
        this.rules = new OutcomeRules(clock);
    }

    /** Sets what is told of each queue to whose head a task was put back. */
    void onRequeued(Consumer<String> callback) {
        onRequeued = callback;
    }

    @Override
    public void dispatch(String queue, DequeuedTasks tasks) {
        for (String id : tasks.vanished()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} has no message: taken out of the queue", id, queue);
        }
        for (DequeuedTasks.Unusable unusable : tasks.unusable()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} is archived: {2}", unusable.lease().id(), queue,
                    unusable.reason());
            dispatch(unusable.lease(), delivery -> delivery.settle(new Outcome.Archive(unusable.reason())));
        }
        Refused refused = new Refused();
        for (Lease lease : tasks.leases()) {
            dispatch(lease, delivery -> route(delivery, refused));
        }
        giveBack(refused.deliveries);
    }

    /** Tasks that get no lane, and the channels that have none for them. */
    private static final class Refused {
        private final List<TaskDelivery> deliveries = new ArrayList<>();
        private final Set<Channel> channels = new HashSet<>();
    }

    /** Returns when that is written, or it takes long: what is fetched meanwhile would overtake those put back. */
    private static void giveBack(List<TaskDelivery> refused) {
        if (refused.isEmpty()) {
            return;
        }
        // the last one put back runs first
        Collections.reverse(refused);
        CompletableFuture<?>[] written = refused.stream().map(TaskDelivery::giveBack)
                .map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(written).get(LONGEST_GIVING_BACK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "giving tasks back takes long", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever is wrong with one task must not keep the others from being handled. */
    private void dispatch(Lease lease, Consumer<TaskDelivery> to) {
        TaskDelivery delivery = hold(lease);
        try {
            to.accept(delivery);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, () -> lease.message() + " cannot be handled and is archived", e);
            delivery.settle(new Outcome.Archive("asynq: cannot be handled: " + e));
        }
    }

    private void route(TaskDelivery delivery, Refused refused) {
        TaskMessage message = delivery.message();
        Channel channel = router.route(message);
        if (channel == null) {
            noHandler(delivery);
        } else if (channel.isClosed()) {
            offerLater(delivery, channel + " has no lanes");
        } else if (!Deadlines.effective(message, now()).isAfter(now())) {
            delivery.fail(new DeadlineExceededException());
        } else if (refused.channels.contains(channel) || !channel.deliver(delivery)) {
            // those behind one that was refused must not overtake it
            refused.channels.add(channel);
            refused.deliveries.add(delivery);
        }
    }

    private TaskDelivery hold(Lease lease) {
        TaskDelivery delivery = new TaskDelivery(lease, inFlight.nextNumber(), now(), this);
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
                    "queue {0} has tasks of type \"{1}\", which no channel handles and no other worker has taken: "
                            + "they are put aside for {2} at no cost",
                    delivery.message().queue(), type, config.unhandledTypeDelay());
        }
        offerLater(delivery, error.getMessage());
    }

    private void offerLater(TaskDelivery delivery, String why) {
        delivery.settle(new Outcome.Retry(now().plus(config.unhandledTypeDelay()), why, false));
    }

    Instant now() {
        return clock.instant();
    }

    /** What follows when a task fails, by the policy of its channel. */
    Outcome outcomeOf(TaskMessage message, Throwable error) {
        Channel channel = router.route(message);
        return rules.failure(message, error, channel == null ? defaultPolicy : channel.config().policy());
    }

    void failed(TaskDelivery delivery, Throwable error) {
        events.failed(delivery.message(), error);
    }

    void complete(TaskDelivery delivery, Outcome outcome) {
        if (outcome instanceof Outcome.Requeue) {
            delivery.settled().thenRun(() -> onRequeued.accept(delivery.message().queue()));
        }
        unwritten(delivery.message().queue()).incrementAndGet();
        deadLetters.send(delivery.lease(), outcome, clock)
                .thenAccept(mayBeWritten -> completer.complete(delivery,
                        mayBeWritten ? outcome : new Outcome.Requeue()));
    }

    boolean writeResult(TaskDelivery delivery, byte[] result) {
        return working.writeResult(delivery.lease(), result);
    }

    boolean writeProgress(TaskDelivery delivery, Progress progress) {
        return working.writeProgress(delivery.lease(), progress);
    }

    /**
     * Forgets a delivery.
     *
     * @param completed whether {@link #complete} was called for it
     */
    void forget(TaskDelivery delivery, boolean completed) {
        inFlight.remove(delivery);
        if (completed) {
            unwritten(delivery.message().queue()).decrementAndGet();
        }
    }

    private AtomicInteger unwritten(String queue) {
        return unwritten.computeIfAbsent(queue, name -> new AtomicInteger());
    }

    /** Whether so many outcomes of a queue are still to be written that no more of its tasks should be run. */
    boolean isBehind(String queue) {
        return unwritten(queue).get() > MAX_UNWRITTEN;
    }
}
