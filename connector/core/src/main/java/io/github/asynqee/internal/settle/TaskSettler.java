package io.github.asynqee.internal.settle;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.Settler;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;

/** Receives the outcomes of deliveries: sends dead letters first, then passes the outcomes to the {@link Completer}. */
public final class TaskSettler implements Settler {

    private static final int MAX_UNWRITTEN = 500;

    private final Router router;
    private final InFlight inFlight;
    private final Completer completer;
    private final DeadLetterSender deadLetters;
    private final TaskEvents events;
    private final WorkerCommands commands;
    private final Clock clock;
    private final FailureOutcomes rules;
    private final FailurePolicy defaultPolicy = FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()));
    /** Per queue: number of settled deliveries whose outcome is not written yet. */
    private final Map<String, AtomicInteger> unwritten = new ConcurrentHashMap<>();
    private volatile Consumer<String> onRequeued = queue -> {};

    public TaskSettler(Broker broker, Router router, InFlight inFlight, Completer completer,
            DeadLetterSender deadLetters, TaskEvents events) {
        this.router = router;
        this.inFlight = inFlight;
        this.completer = completer;
        this.deadLetters = deadLetters;
        this.events = events;
        this.commands = broker.workerCommands();
        this.clock = broker.clock();
        this.rules = new FailureOutcomes(clock);
    }

    /** Sets the callback that gets each queue to whose head a task was requeued. */
    public void onRequeued(Consumer<String> callback) {
        onRequeued = callback;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void started(TaskDelivery delivery) {
        events.started(delivery.message());
    }

    @Override
    public Outcome outcomeOf(TaskMessage message, Throwable error) {
        return rules.failure(message, error, policyOf(message));
    }

    private FailurePolicy policyOf(TaskMessage message) {
        Channel channel = router.route(message);
        return channel == null ? defaultPolicy : channel.config().policy();
    }

    @Override
    public void failed(TaskDelivery delivery, Throwable error, Outcome outcome) {
        FailedAttemptLog.log(delivery.message(), error, outcome, policyOf(delivery.message()).logging());
        events.failed(delivery.message(), error);
    }

    @Override
    public void settle(TaskDelivery delivery, Outcome outcome) {
        if (outcome instanceof Outcome.Requeue) {
            delivery.settled().thenRun(() -> onRequeued.accept(delivery.message().queue()));
        }
        unwritten(delivery.message().queue()).incrementAndGet();
        deadLetters.send(delivery.lease(), outcome, clock)
                .thenAccept(mayBeWritten -> completer.complete(delivery,
                        mayBeWritten ? outcome : new Outcome.Requeue()));
    }

    @Override
    public boolean writeResult(TaskDelivery delivery, byte[] result) {
        return commands.writeResult(delivery.lease(), result);
    }

    @Override
    public boolean writeProgress(TaskDelivery delivery, Progress progress) {
        return commands.writeProgress(delivery.lease(), progress);
    }

    @Override
    public void onWritten(TaskDelivery delivery, boolean settled) {
        inFlight.remove(delivery);
        if (settled) {
            unwritten(delivery.message().queue()).decrementAndGet();
        }
    }

    private AtomicInteger unwritten(String queue) {
        return unwritten.computeIfAbsent(queue, name -> new AtomicInteger());
    }

    /** Whether too many outcomes of a queue are not written yet, so that no more of its tasks should be fetched. */
    public boolean isBehind(String queue) {
        return unwritten(queue).get() > MAX_UNWRITTEN;
    }
}
