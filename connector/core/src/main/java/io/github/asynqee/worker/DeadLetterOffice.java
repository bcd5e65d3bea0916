package io.github.asynqee.worker;

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

import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;

/**
 * Tells the {@link DeadLetters} of a task's channel before the task is archived. A letter that cannot be sent, though Redis
 * is there, does not keep a task from being archived, where nothing is lost; it is reported.
 */
final class DeadLetterOffice {

    private static final Logger LOG = System.getLogger(DeadLetterOffice.class.getName());
    private static final CompletionStage<Boolean> NOTHING = CompletableFuture.completedStage(true);

    private final Router router;
    private final LongSupplier nanoTime;
    private final Set<DeadLetter> unsent = ConcurrentHashMap.newKeySet();
    private final Set<DeadLetter> ofLeases = ConcurrentHashMap.newKeySet();
    private volatile boolean withdrawn;

    DeadLetterOffice(Router router) {
        this(router, System::nanoTime);
    }

    DeadLetterOffice(Router router, LongSupplier nanoTime) {
        this.router = router;
        this.nanoTime = nanoTime;
    }

    /**
     * Sends a letter if a task is about to be archived that nobody waits for; the stage completes, never exceptionally, when
     * it is sent or could not be sent for a while.
     */
    CompletionStage<Void> send(TaskMessage task, Outcome outcome) {
        long begin = nanoTime.getAsLong();
        DeadLetter letter = letter(task, outcome,
                () -> nanoTime.getAsLong() - begin < DeadLetter.LONGEST_TRY.toNanos());
        return (letter == null ? NOTHING : send(letter)).thenAccept(sent -> {
        });
    }

    /**
     * Sends a letter if a leased task is about to be archived. While Redis is away it is tried as long as the lease lasts.
     *
     * @return completes, never exceptionally: with false if the letter was withdrawn and the task must not be archived
     */
    CompletionStage<Boolean> send(Lease lease, Outcome outcome, Clock clock) {
        DeadLetter letter = letter(lease.message(), outcome, () -> lease.isValid(clock.instant()));
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
    private DeadLetter letter(TaskMessage task, Outcome outcome, BooleanSupplier mayWait) {
        if (!(outcome instanceof Outcome.Archive archive)) {
            return null;
        }
        Channel channel = router.route(task);
        return channel == null || channel.config().deadLetters() == null
                ? null : new DeadLetter(channel, task, archive.error(), mayWait, nanoTime);
    }

    private CompletionStage<Boolean> send(DeadLetter letter) {
        unsent.add(letter);
        if (!letter.ended().toCompletableFuture().isDone()) {
            letter.send();
        }
        return letter.ended().whenComplete((sent, error) -> unsent.remove(letter));
    }

    /** Gives up tries that take too long, and begins those that are due; to be called often. */
    void runOnce() {
        unsent.forEach(DeadLetter::check);
    }

    /** Sends no more letters of leased tasks: they go back to their queues, and whoever takes them sends the letters. */
    void withdraw() {
        withdrawn = true;
        ofLeases.forEach(DeadLetter::withdraw);
    }

    /** Waits for letters that are being sent. */
    static void await(Collection<CompletionStage<Void>> letters) {
        try {
            CompletableFuture.allOf(letters.stream().map(CompletionStage::toCompletableFuture)
                    .toArray(CompletableFuture[]::new))
                    .get(DeadLetter.LONGEST_TRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.ERROR, () -> "dead letters were not sent in time; their tasks are archived all the same", e);
        }
    }
}
