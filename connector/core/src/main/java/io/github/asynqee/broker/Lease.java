package io.github.asynqee.broker;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.protocol.TaskMessage;

/**
 * The right to run a task and to say what became of it, until it expires (protocol section 7.6). The score under which
 * it stands in Redis fences it: an operation succeeds only while the score is one this lease has written.
 */
public final class Lease {

    /** How long a lease lasts from its start and from each extension. */
    public static final Duration DURATION = Duration.ofSeconds(30);

    private final TaskMessage message;
    private volatile Scores scores;

    /**
     * Two scores, because an extension that is under way or had no answer may or may not have been written. Whatever
     * stands between them is this lease's: somebody else's comes a minute after it at the earliest.
     *
     * @param confirmed the expiry known to be written, Unix seconds
     * @param attempted the expiry last tried to be written, Unix seconds; equal to the other if that is known
     */
    record Scores(long confirmed, long attempted) {

        long from() {
            return Math.min(confirmed, attempted);
        }

        long to() {
            return Math.max(confirmed, attempted);
        }
    }

    Lease(TaskMessage message, long expiry) {
        this.message = message;
        this.scores = new Scores(expiry, expiry);
    }

    /** @return the task */
    public TaskMessage message() {
        return message;
    }

    /** @return the task's ID */
    public String id() {
        return message.id();
    }

    /** @return the queue */
    public String queue() {
        return message.queue();
    }

    /** @return until when the lease lasts as far as is known */
    public Instant expiresAt() {
        return Instant.ofEpochSecond(scores.confirmed());
    }

    /**
     * Whether the lease still lasts.
     *
     * @param now the time
     * @return false if somebody else may have the task
     */
    public boolean isValid(Instant now) {
        return !now.isAfter(expiresAt());
    }

    Scores scores() {
        return scores;
    }

    void extending(long expiry) {
        scores = new Scores(scores.confirmed(), expiry);
    }

    void extended(long expiry) {
        scores = new Scores(expiry, expiry);
    }

    /** It was not extended, because it is somebody else's, who may write the very score that was tried. */
    void refused() {
        scores = new Scores(scores.confirmed(), scores.confirmed());
    }

    @Override
    public String toString() {
        return "Lease[" + message + " until " + expiresAt() + "]";
    }
}
