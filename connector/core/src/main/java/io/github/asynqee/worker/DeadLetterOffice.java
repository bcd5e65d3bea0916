package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;

/**
 * Tells the {@link DeadLetters} of a task's channel before the task is archived. A letter that cannot be sent does not keep
 * a task from being archived, where nothing is lost; it is reported.
 */
final class DeadLetterOffice {

    private static final Logger LOG = System.getLogger(DeadLetterOffice.class.getName());
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final CompletionStage<Void> NOTHING = CompletableFuture.completedStage(null);

    private final Router router;

    DeadLetterOffice(Router router) {
        this.router = router;
    }

    /** Sends a letter if the task is about to be archived; the stage completes, never exceptionally, when it is sent. */
    CompletionStage<Void> send(TaskMessage task, Outcome outcome) {
        Channel channel = outcome instanceof Outcome.Archive ? router.route(task) : null;
        DeadLetters letters = channel == null ? null : channel.config().deadLetters();
        if (letters == null) {
            return NOTHING;
        }
        try {
            return letters.send(task, ((Outcome.Archive) outcome).error()).handle((sent, error) -> {
                if (error != null) {
                    notSent(channel, task, error);
                }
                return null;
            });
        } catch (RuntimeException e) {
            notSent(channel, task, e);
            return NOTHING;
        }
    }

    private static void notSent(Channel channel, TaskMessage task, Throwable error) {
        LOG.log(Level.ERROR, () -> channel + ": no dead letter of " + task
                + " could be sent; it is archived all the same", error);
    }

    /** Waits for letters that are being sent. */
    static void await(Collection<CompletionStage<Void>> letters) {
        try {
            CompletableFuture.allOf(letters.stream().map(CompletionStage::toCompletableFuture)
                    .toArray(CompletableFuture[]::new)).get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.ERROR, () -> "dead letters were not sent in time; their tasks are archived all the same", e);
        }
    }
}
