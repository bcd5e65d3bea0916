package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.DeadLetterHandler;

/**
 * Tells the {@link DeadLetterHandler} of a task's channel before the task is archived. A letter that cannot be sent, though Redis
 * is there, does not keep a task from being archived, where nothing is lost; it is reported.
 */
public final class DeadLetterSender {

    private static final Logger LOG = System.getLogger(DeadLetterSender.class.getName());
    private static final CompletionStage<Boolean> NOTHING = CompletableFuture.completedStage(true);

    private final Router router;
    private final LongSupplier nanoTime;
    private final Set<DeadLetterAttempt> unsent = ConcurrentHashMap.newKeySet();
    private final Set<DeadLetterAttempt> ofLeases = ConcurrentHashMap.newKeySet();
    private volatile boolean withdrawn;

    public DeadLetterSender(Router router) {
        this(router, System::nanoTime);
    }

    public DeadLetterSender(Router router, LongSupplier nanoTime) {
        this.router = router;
        this.nanoTime = nanoTime;
    }

    /**
     * Sends a letter if a task is about to be archived that nobody waits for; the stage completes, never exceptionally, when
     * it is sent or could not be sent for a while.
     */
    public CompletionStage<Void> send(TaskMessage task, Outcome outcome) {
        long begin = nanoTime.getAsLong();
        DeadLetterAttempt letter = letter(task, outcome,
                () -> nanoTime.getAsLong() - begin < DeadLetterAttempt.LONGEST_TRY.toNanos());
        return (letter == null ? NOTHING : send(letter)).thenAccept(sent -> {
        });
    }

    /**
     * Sends a letter if a leased task is about to be archived. While Redis is away it is tried as long as the lease lasts.
     *
     * @return completes, never exceptionally: with false if the letter was withdrawn and the task must not be archived
     */
    public CompletionStage<Boolean> send(Lease lease, Outcome outcome, Clock clock) {
        DeadLetterAttempt letter = letter(lease.message(), outcome, () -> lease.isValid(clock.instant()));
        if (letter == null) {
            return NOTHING;
        }
        ofLeases.add(letter);
        if (withdrawn) {
            letter.withdraw();
        }
        return send(letter).whenComplete((sent, error) -> ofLeases.remove(letter));
    }

    /** {@code null} if none is to be sent. */
    private DeadLetterAttempt letter(TaskMessage task, Outcome outcome, BooleanSupplier mayWait) {
        if (!(outcome instanceof Outcome.Archive archive)) {
            return null;
        }
        Channel channel = router.route(task);
        return channel == null || channel.config().deadLetters() == null
                ? null : new DeadLetterAttempt(channel, task, archive.error(), mayWait, nanoTime);
    }

    private CompletionStage<Boolean> send(DeadLetterAttempt letter) {
        unsent.add(letter);
        if (!letter.ended().toCompletableFuture().isDone()) {
            letter.send();
        }
        return letter.ended().whenComplete((sent, error) -> unsent.remove(letter));
    }

    /** Gives up tries that take too long, and begins those that are due; to be called often. */
    public void runOnce() {
        unsent.forEach(DeadLetterAttempt::check);
    }

    /** Sends no more letters of leased tasks: they go back to their queues, and whoever takes them sends the letters. */
    public void withdraw() {
        withdrawn = true;
        ofLeases.forEach(DeadLetterAttempt::withdraw);
    }

    /** Waits for letters that are being sent. */
    public static void await(Collection<CompletionStage<Void>> letters) {
        try {
            CompletableFuture.allOf(letters.stream().map(CompletionStage::toCompletableFuture)
                    .toArray(CompletableFuture[]::new))
                    .get(DeadLetterAttempt.LONGEST_TRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.ERROR, () -> "dead letters were not sent in time; their tasks are archived all the same", e);
        }
    }
}
