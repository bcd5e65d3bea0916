package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * Lease of a task: the right to run and settle it until the lease expires (protocol section 7.6). Its score in Redis is
 * a fencing token: an operation succeeds only if this lease wrote the score, and the task was not leased again in the
 * same second.
 */
public final class Lease {

    /** Duration of a lease from its start and from each extension. */
    public static final Duration DURATION = Duration.ofSeconds(30);

    private final TaskMessage message;
    private final Instant pendingSince;
    private final String call;
    private volatile Scores scores;
    private volatile boolean maybeSettled;
    private volatile AdmissionRule.Admitted admitted;

    /**
     * The scores that this lease may have in Redis. An extension in progress or with an ambiguous result may or may not
     * be written, and a fail-over may undo the last one. Any score in this range belongs to this lease, because the
     * score of another lease is at least a minute later. There is one exception: if the task was requeued, or its ID
     * was used again, the score of the other lease may be equal. {@link Lease#call()} distinguishes the two leases
     * then.
     *
     * @param earlier the expiry written before the confirmed one, Unix seconds; equal to the confirmed one if there was
     *        none
     * @param confirmed the last expiry that Redis confirmed
     * @param attempted the expiry of the last attempt to extend; equal to the confirmed one if its result is known
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
        this(message, expiry, null, "");
    }

    /**
     * Creates the lease of a task that was just dequeued.
     *
     * @param message the task
     * @param expiry the expiry of the lease, Unix seconds
     * @param pendingSince when the task became pending; {@code null} if unknown
     * @param call the name of the dequeue, empty if unknown
     */
    public Lease(TaskMessage message, long expiry, Instant pendingSince, String call) {
        this.message = message;
        this.pendingSince = pendingSince;
        this.call = call;
        this.scores = new Scores(expiry, expiry, expiry);
    }

    /** @return the task */
    public TaskMessage message() {
        return message;
    }

    /**
     * @return when the task became pending; {@code null} if unknown, because a dequeue reads the time only for some of
     * its tasks
     */
    public Instant pendingSince() {
        return pendingSince;
    }

    /** @return the unique name of the dequeue that began this lease; empty if unknown */
    public String call() {
        return call;
    }

    /**
     * Whether the lease may have ended in Redis, because its settlement was sent and the reply is pending or lost. The
     * worker does not extend this lease, because another worker may have the task by now.
     */
    public boolean isMaybeSettled() {
        return maybeSettled;
    }

    public void maybeSettled(boolean maybe) {
        maybeSettled = maybe;
    }

    /**
     * @return the note of the rule under which the task was leased; {@code null} if there is no rule
     */
    public AdmissionRule.Admitted admitted() {
        return admitted;
    }

    public void admitted(AdmissionRule.Admitted note) {
        admitted = note;
    }

    /** @return the task's ID */
    public String id() {
        return message.id();
    }

    /** @return the queue */
    public String queue() {
        return message.queue();
    }

    /** @return the confirmed expiry of the lease */
    public Instant expiresAt() {
        return Instant.ofEpochSecond(scores.confirmed());
    }

    /**
     * Whether the lease is valid.
     *
     * @param now the current time
     * @return false if the lease has expired and another worker may own the task
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

    /**
     * Records that Redis rejected the extension because another lease exists. The other lease may write the attempted
     * score.
     */
    public void refused() {
        scores = new Scores(scores.confirmed(), scores.confirmed(), scores.confirmed());
    }

    @Override
    public String toString() {
        return "Lease[" + message + " until " + expiresAt() + "]";
    }
}
