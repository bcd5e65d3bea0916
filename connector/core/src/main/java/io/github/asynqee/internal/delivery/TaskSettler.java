package io.github.asynqee.internal.delivery;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;

/**
 * Settles the deliveries of a worker: chooses the outcomes of errors, sends dead letters first, then passes the
 * outcomes to the {@link Completer}. Also stores results and progress.
 */
public final class TaskSettler implements TaskDelivery.Settler {

    private static final int MAX_UNWRITTEN = 500;

    private final Function<TaskMessage, ChannelConfig> channels;
    private final InFlight inFlight;
    private final Function<String, Completer> completers;
    private final DeadLetterSender deadLetters;
    private final TaskEvents events;
    private final Consumer<String> onRequeued;
    private final WorkerCommands commands;
    private final Clock clock;
    private final FailureOutcomes rules;
    private final FailurePolicy defaultPolicy = FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()));
    /** Per queue: number of settled deliveries that are not confirmed yet. */
    private final Map<String, AtomicInteger> unwritten = new ConcurrentHashMap<>();

    /**
     * Creates the settler of a worker.
     *
     * @param channels the channel of a task, {@code null} if it has none
     * @param completers the completer for the outcomes of a queue
     * @param onRequeued receives the name of a queue when a task was requeued to its head
     */
    public TaskSettler(Broker broker, Function<TaskMessage, ChannelConfig> channels, InFlight inFlight,
            Function<String, Completer> completers, DeadLetterSender deadLetters, TaskEvents events,
            Consumer<String> onRequeued) {
        this.channels = channels;
        this.inFlight = inFlight;
        this.completers = completers;
        this.deadLetters = deadLetters;
        this.events = events;
        this.onRequeued = onRequeued;
        this.commands = broker.workerCommands();
        this.clock = broker.clock();
        this.rules = new FailureOutcomes(clock);
    }

    /** @return the clock of Redis */
    public Clock clock() {
        return clock;
    }

    @Override
    public void started(TaskDelivery delivery) {
        events.started(delivery.message());
    }

    @Override
    public Outcome outcomeOf(TaskMessage message, Throwable error) {
        ChannelConfig channel = channels.apply(message);
        return rules.failure(message, error, policyOf(message), channel != null && channel.limit() != null);
    }

    private FailurePolicy policyOf(TaskMessage message) {
        ChannelConfig channel = channels.apply(message);
        return channel == null ? defaultPolicy : channel.policy();
    }

    @Override
    public void failed(TaskDelivery delivery, Throwable error, Outcome outcome) {
        FailedAttemptLog.log(delivery.message(), error, outcome, policyOf(delivery.message()).logging());
        events.failed(delivery.message(), error);
    }

    /** Passes on the outcome of a claimed delivery, to be written after the dead letter is stored. */
    @Override
    public void settle(TaskDelivery delivery, Outcome chosen) {
        Outcome outcome = permitted(delivery, chosen);
        String queue = delivery.message().queue();
        AtomicInteger ofQueue = unwritten(queue);
        ofQueue.incrementAndGet();
        delivery.confirmed().thenRun(() -> {
            ofQueue.decrementAndGet();
            if (outcome instanceof Outcome.Requeue) {
                onRequeued.accept(queue);
            }
        });
        if (outcome instanceof Outcome.Archive) {
            deadLetters.send(delivery.lease(), outcome, clock).thenAccept(
                    mayBeWritten -> write(delivery, mayBeWritten ? outcome : new Outcome.Requeue()));
        } else {
            write(delivery, outcome);
        }
    }

    private void write(TaskDelivery delivery, Outcome outcome) {
        completers.apply(delivery.lease().queue()).write(delivery, outcome);
    }

    /**
     * Replaces an outcome that pauses the task's key by a retry, if the task may not stop other tasks. Then only this
     * task waits.
     */
    private Outcome permitted(TaskDelivery delivery, Outcome outcome) {
        return outcome instanceof Outcome.Requeue requeue && !requeue.closed().isZero()
                && !mayStopOthers(delivery.lease().admitted())
                        ? new Outcome.Retry(clock.instant().plus(requeue.closed()), "retry after " + requeue.closed(),
                                false)
                        : outcome;
    }

    private static boolean mayStopOthers(AdmissionRule.Admitted admitted) {
        return admitted != null && admitted.mayStopOthers();
    }

    @Override
    public void confirmed(TaskDelivery delivery) {
        inFlight.remove(delivery);
    }

    private AtomicInteger unwritten(String queue) {
        return unwritten.computeIfAbsent(queue, name -> new AtomicInteger());
    }

    /** Whether fetching from a queue must pause because it has too many unwritten outcomes. */
    public boolean isBehind(String queue) {
        return unwritten(queue).get() > MAX_UNWRITTEN;
    }

    @Override
    public boolean writeResult(TaskDelivery delivery, byte[] result) {
        return commands.writeResult(delivery.lease(), result);
    }

    @Override
    public boolean writeProgress(TaskDelivery delivery, int percent, String note) {
        return commands.writeProgress(delivery.lease(), new Progress(percent, note, clock.instant()));
    }

    @Override
    public boolean writeCheckpoint(TaskDelivery delivery, CheckpointRecord checkpoint, Progress progress) {
        return commands.writeCheckpoint(delivery.lease(), checkpoint, progress);
    }

    @Override
    public CheckpointRecord readCheckpoint(TaskDelivery delivery) {
        return commands.readCheckpoint(delivery.lease());
    }
}
