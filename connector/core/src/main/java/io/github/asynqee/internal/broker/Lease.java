package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.protocol.TaskMessage;

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
     * The scores that may stand for this lease in Redis. An extension that is under way or had no answer may or may not have
     * been written, and a fail-over may take back the last one. Whatever stands between is this lease's: somebody else's
     * comes a minute after it at the earliest.
     *
     * @param earlier the expiry that was written before the confirmed one, Unix seconds; equal to it if there was none
     * @param confirmed the expiry known to be written
     * @param attempted the expiry last tried to be written; equal to the confirmed one if that is known
     */
    public record Scores(long earlier, long confirmed, long attempted) {

        public long from() {
            return Math.min(earlier, Math.min(confirmed, attempted));
        }

        public long to() {
            return Math.max(confirmed, attempted);
        }
    }

    public Lease(TaskMessage message, long expiry) {
        this.message = message;
        this.scores = new Scores(expiry, expiry, expiry);
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

    public Scores scores() {
        return scores;
    }

    public void extending(long expiry) {
        scores = new Scores(scores.earlier(), scores.confirmed(), expiry);
    }

    public void extended(long expiry) {
        scores = new Scores(scores.confirmed(), expiry, expiry);
    }

    /** It was not extended, because it is somebody else's, who may write the very score that was tried. */
    public void refused() {
        scores = new Scores(scores.confirmed(), scores.confirmed(), scores.confirmed());
    }

    @Override
    public String toString() {
        return "Lease[" + message + " until " + expiresAt() + "]";
    }
}
