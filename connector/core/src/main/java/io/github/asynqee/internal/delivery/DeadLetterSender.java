package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.ShardedStore;
import io.github.asynqee.internal.client.TaskComposer;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;

/**
 * Enqueues a copy of each task that is about to be archived to the dead-letter queue of its channel. The copy is stored
 * before the task is archived: a crash between both duplicates the letter, and never loses it. A copy that is already
 * stored counts as sent.
 *
 * <p>While Redis is unavailable, the letter of a leased task is retried until the lease ends. The letter of a group's
 * member is retried while the group is staged, any other letter for {@link #MAX_WAIT}. If the letter is not stored by
 * then, the task is not archived: it is requeued or recovered, and fails again. If Redis refuses a letter, the error is
 * logged and the task is archived without it.
 */
public final class DeadLetterSender {

    /** How long a letter of a task without a lease is retried. */
    public static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(DeadLetterSender.class.getName());

    private final Function<TaskMessage, ChannelConfig> channels;
    private final ShardedStore store;
    private final TaskComposer composer;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Queue<DeadLetter> unsent = new ConcurrentLinkedQueue<>();
    private volatile boolean withdrawn;

    /** @param channels the channel of a task, {@code null} if it has none */
    public DeadLetterSender(Broker broker, Function<TaskMessage, ChannelConfig> channels) {
        this(new ShardedStore(broker.producerCommands(), KnownShards.recorded(broker.shards())), broker.clock(),
                channels, System::nanoTime);
    }

    public DeadLetterSender(ShardedStore store, Clock clock, Function<TaskMessage, ChannelConfig> channels,
            LongSupplier nanoTime) {
        this.store = store;
        this.clock = clock;
        this.channels = channels;
        this.nanoTime = nanoTime;
        this.composer = new TaskComposer(clock, () -> UUID.randomUUID().toString(), PayloadEncoder.bytesAndText());
    }

    /**
     * Sends the dead letter of a task without a lease.
     *
     * @param task the task
     * @param outcome its outcome; a letter is sent only for an archived task
     * @return completes, never exceptionally: with true when the task may be archived, with false if the letter was not
     *         stored in time
     */
    public CompletionStage<Boolean> send(TaskMessage task, Outcome outcome) {
        return send(task, outcome, limited());
    }

    private BooleanSupplier limited() {
        long end = nanoTime.getAsLong() + MAX_WAIT.toNanos();
        return () -> nanoTime.getAsLong() - end < 0;
    }

    /**
     * Sends the dead letter of a task without a lease.
     *
     * @param task the task
     * @param outcome its outcome; a letter is sent only for an archived task
     * @param mayRetry whether the letter is retried after a failure
     * @return completes, never exceptionally: with true when the task may be archived, with false if the letter was not
     *         stored in time
     */
    public CompletionStage<Boolean> send(TaskMessage task, Outcome outcome, BooleanSupplier mayRetry) {
        return send(task, clock.instant(), outcome, false, mayRetry);
    }

    /**
     * Sends the dead letter of a leased task.
     *
     * @param lease the task's lease
     * @param outcome its outcome; a letter is sent only for an archived task
     * @param clock the clock of the lease
     * @return completes, never exceptionally: with true when the task may be archived, with false when the letter was
     *         withdrawn or not stored in time and the task must be requeued
     */
    public CompletionStage<Boolean> send(Lease lease, Outcome outcome, Clock clock) {
        return send(lease.message(), lease.expiresAt(), outcome, true, () -> lease.isValid(clock.instant()));
    }

    private CompletionStage<Boolean> send(TaskMessage task, Instant attempt, Outcome outcome, boolean leased,
            BooleanSupplier mayRetry) {
        DeadLetterQueue target = outcome instanceof Outcome.Archive && !DeadLetter.isLetter(task) ? target(task) : null;
        if (target == null) {
            return CompletableFuture.completedStage(true);
        }
        DeadLetter letter = new DeadLetter(task, attempt, ((Outcome.Archive) outcome).error(), target, leased,
                mayRetry);
        unsent.add(letter);
        if (withdrawn) {
            withdraw(letter);
        }
        return letter.sent();
    }

    private DeadLetterQueue target(TaskMessage task) {
        ChannelConfig channel = channels.apply(task);
        return channel == null ? null : channel.deadLetters();
    }

    /** Stores the letters that are not sent yet; called periodically by one thread. */
    public void runOnce() {
        unsent.removeIf(letter -> letter.sent().isDone());
        List<DeadLetter> batch = List.copyOf(unsent);
        if (batch.isEmpty()) {
            return;
        }
        List<StoreResult> results = store(batch);
        for (int i = 0; i < batch.size(); i++) {
            if (results.get(i) instanceof StoreResult.Failed failed) {
                failed(batch.get(i), failed.error());
            } else {
                batch.get(i).sent().complete(true);
            }
        }
    }

    private List<StoreResult> store(List<DeadLetter> letters) {
        try {
            return store.store(letters.stream().map(letter -> composer.compose(letter.copy())).toList());
        } catch (RuntimeException | Error e) {
            BrokerException error = e instanceof BrokerException broken ? broken
                    : new BrokerException("the dead letter cannot be encoded: " + e.getMessage(), e);
            return letters.size() > 1 ? letters.stream().flatMap(letter -> store(List.of(letter)).stream()).toList()
                    : List.of(new StoreResult.Failed(error));
        }
    }

    private static void failed(DeadLetter letter, BrokerException error) {
        boolean transientError = error instanceof BrokerUnavailableException
                || error instanceof AmbiguousResultException;
        if (transientError && letter.mayRetry()) {
            LOG.log(letter.retry() ? Level.WARNING : Level.DEBUG,
                    "{0}: the dead letter to queue {1} was not stored, it is retried: {2}", letter.task(),
                    letter.queue(), error.getMessage());
        } else if (transientError) {
            if (letter.sent().complete(false)) {
                LOG.log(Level.WARNING,
                        "{0}: the dead letter to queue {1} was not stored in time; the task is not archived, "
                                + "it runs again: {2}",
                        letter.task(), letter.queue(), error.getMessage());
            }
        } else if (letter.sent().complete(true)) {
            LOG.log(Level.ERROR, () -> letter.task() + ": the dead letter to queue " + letter.queue()
                    + " was not stored, the task is archived without it", error);
        }
    }

    /** Stops sending letters of leased tasks, which are requeued: the letter is sent after their next attempt. */
    public void withdraw() {
        withdrawn = true;
        unsent.forEach(DeadLetterSender::withdraw);
    }

    private static void withdraw(DeadLetter letter) {
        if (letter.isLeased()) {
            letter.sent().complete(false);
        }
    }

    /**
     * Sends the dead letters of tasks whose worker died and waits for them.
     *
     * @param settlements the outcomes of the tasks
     * @return the settlements whose letter is stored or that need no letter; the other tasks are recovered later
     */
    public List<Settlement> sendFirst(List<Settlement> settlements) {
        List<CompletableFuture<Boolean>> letters = settlements.stream()
                .map(settlement -> send(settlement.lease().message(), settlement.lease().expiresAt(),
                        settlement.outcome(), false, limited()).toCompletableFuture())
                .toList();
        try {
            CompletableFuture.allOf(letters.toArray(CompletableFuture[]::new)).get(MAX_WAIT.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "dead letters were not stored within " + MAX_WAIT.toSeconds() + " s", e);
        }
        return IntStream.range(0, letters.size()).filter(i -> letters.get(i).getNow(false)).mapToObj(settlements::get)
                .toList();
    }
}
