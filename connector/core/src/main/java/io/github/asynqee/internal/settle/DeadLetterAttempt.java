package io.github.asynqee.internal.settle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.Backoff;

/**
 * What is sent about one task, and the tries to send it. While Redis is away it is tried again with growing pauses; a try
 * that takes too long has failed, but counts all the same if it succeeds later.
 */
public final class DeadLetterAttempt {

    public static final Duration LONGEST_TRY = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(DeadLetterAttempt.class.getName());

    private final Channel channel;
    private final TaskMessage task;
    private final String error;
    private final BooleanSupplier mayWait;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final Backoff backoff = new Backoff();
    private int tries;
    private boolean underWay;
    /** When the try under way is given up, or the next one begins. */
    private long until;

    /**
     * @param channel the channel of the task, which has dead letters
     * @param task the task
     * @param error what it is archived with
     * @param mayWait whether it may be tried again after it has failed
     * @param nanoTime the time
     */
    DeadLetterAttempt(Channel channel, TaskMessage task, String error, BooleanSupplier mayWait, LongSupplier nanoTime) {
        this.channel = channel;
        this.task = task;
        this.error = error;
        this.mayWait = mayWait;
        this.nanoTime = nanoTime;
    }

    /** Completes with true when it is sent or cannot be, with false when it is withdrawn before. */
    CompletionStage<Boolean> ended() {
        return ended;
    }

    void withdraw() {
        ended.complete(false);
    }

    /** Tries to send it. */
    void send() {
        int number = begin();
        try {
            channel.config().deadLetters().send(task, error)
                    .whenComplete((sent, failure) -> answered(number, failure));
        } catch (Throwable e) {
            answered(number, e);
        }
    }

    private synchronized int begin() {
        underWay = true;
        until = nanoTime.getAsLong() + LONGEST_TRY.toNanos();
        return ++tries;
    }

    private void answered(int number, Throwable failure) {
        if (failure == null) {
            ended.complete(true);
        } else {
            failed(number, failure);
        }
    }

    private void failed(int number, Throwable failure) {
        synchronized (this) {
            if (number != tries || !underWay) {
                return;
            }
            underWay = false;
            if (isPassing(failure) && mayWait.getAsBoolean()) {
                LOG.log(backoff.isFirst() ? Level.WARNING : Level.DEBUG,
                        "{0}: no dead letter of {1} could be sent, trying again: {2}", channel, task,
                        failure.getMessage());
                until = nanoTime.getAsLong() + backoff.failed().toNanos();
                return;
            }
        }
        if (!ended.isDone()) {
            LOG.log(Level.ERROR, () -> channel + ": no dead letter of " + task
                    + " could be sent; it is archived all the same", failure);
            ended.complete(true);
        }
    }

    /** Does what is due: gives up a try that takes too long, or begins the next one. */
    void check() {
        int number;
        boolean tooLong;
        synchronized (this) {
            if (ended.isDone() || nanoTime.getAsLong() - until < 0) {
                return;
            }
            number = tries;
            tooLong = underWay;
        }
        if (tooLong) {
            failed(number, new TimeoutException("not sent within " + LONGEST_TRY));
        } else {
            send();
        }
    }

    /** Whether Redis is away, wherever that is said. */
    private static boolean isPassing(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof BrokerUnavailableException || cause instanceof AmbiguousResultException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
