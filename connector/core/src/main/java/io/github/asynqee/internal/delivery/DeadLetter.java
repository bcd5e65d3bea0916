package io.github.asynqee.internal.delivery;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.github.asynqee.Task;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.DeadLetterQueue;

/** A dead letter that is not sent yet. */
final class DeadLetter {

    private static final String ID = DeadLetterQueue.HEADER_PREFIX + "id";

    private final TaskMessage task;
    private final Instant attempt;
    private final String error;
    private final DeadLetterQueue target;
    private final boolean leased;
    private final BooleanSupplier mayRetry;
    private final CompletableFuture<Boolean> sent = new CompletableFuture<>();
    private boolean retried;

    /**
     * @param task the failed task
     * @param attempt a time that identifies the failed attempt; every other attempt has a different time, even an
     *        attempt of a later task with the same ID
     * @param error the error with which the task is archived
     * @param target the dead-letter queue of its channel
     * @param leased whether the task is leased, so that it can be requeued instead of archived
     * @param mayRetry whether the letter may still be retried after a failure
     */
    DeadLetter(TaskMessage task, Instant attempt, String error, DeadLetterQueue target, boolean leased,
            BooleanSupplier mayRetry) {
        this.task = task;
        this.attempt = attempt;
        this.error = error;
        this.target = target;
        this.leased = leased;
        this.mayRetry = mayRetry;
    }

    static boolean isLetter(TaskMessage task) {
        return task.headers().containsKey(ID);
    }

    /** Completes with true when the task may be archived, with false when it must be requeued. */
    CompletableFuture<Boolean> sent() {
        return sent;
    }

    TaskMessage task() {
        return task;
    }

    String queue() {
        return target.queue();
    }

    boolean isLeased() {
        return leased;
    }

    boolean mayRetry() {
        return mayRetry.getAsBoolean();
    }

    /** Records a retry of the letter; returns true if it is the first retry. */
    boolean retry() {
        boolean first = !retried;
        retried = true;
        return first;
    }

    /** The copy. Its ID is derived from the task and its attempt, so that Redis stores it once. */
    Task<byte[]> copy() {
        String source = String.join("\n", task.queue(), task.id(), String.valueOf(task.retried()),
                String.valueOf(task.lastFailedAt()), attempt.toString(),
                String.valueOf(Arrays.hashCode(task.payload())));
        return Task.of(target.type() == null ? task.type() : target.type(), task.payload()).queue(target.queue())
                .id(UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8)).toString()).headers(headers());
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>(task.headers());
        // another handler runs the letter, with separate retries
        headers.remove(Task.RETRY_DELAY_HEADER);
        headers.remove(Task.RETRY_UNTIL_HEADER);
        headers.put(ID, task.id());
        headers.put(DeadLetterQueue.HEADER_PREFIX + "queue", task.queue());
        headers.put(DeadLetterQueue.HEADER_PREFIX + "type", task.type());
        // the text stored with the archived task: truncated, without characters that cannot be encoded
        headers.put(DeadLetterQueue.HEADER_PREFIX + "error",
                task.failed(error, Instant.EPOCH, false).errorMessage());
        headers.put(DeadLetterQueue.HEADER_PREFIX + "retried", String.valueOf(task.retried()));
        return headers;
    }
}
