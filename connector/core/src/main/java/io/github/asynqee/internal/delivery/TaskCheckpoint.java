package io.github.asynqee.internal.delivery;

import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Progress;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.TaskSuspendedException;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.redis.BrokerException;

/** The {@link Checkpoint} of an attempt. Its cursor is written under the fence of the task's lease. Thread-safe. */
public final class TaskCheckpoint<T> implements Checkpoint<T> {

    /** Minimum time between two writes while the attempt runs. */
    static final Duration INTERVAL = Duration.ofSeconds(2);
    static final int MAX_BYTES = 65_536;

    private static final FailureLog FAILURES = new FailureLog(System.getLogger(TaskCheckpoint.class.getName()));

    private final TaskDelivery delivery;
    private final Coding coding;
    private final Instant sliceEnd;
    private T value;
    private boolean known;
    private long saves;
    private long total;
    /** The last cursor, if it is not written yet. */
    private byte[] unwritten;
    /** Earliest time at which the next cursor is written. */
    private Instant writeAt;

    /**
     * How cursors are encoded.
     *
     * @param type their type
     * @param encoder encodes them
     * @param decoder decodes them
     */
    public record Coding(Type type, PayloadEncoder encoder, PayloadDecoder decoder) {}

    /**
     * Creates the checkpoint of an attempt that has begun.
     *
     * @param delivery the attempt
     * @param coding how cursors are encoded
     * @param maxSlice how long the attempt runs before the next attempt continues it; {@code null} for no limit
     */
    public TaskCheckpoint(TaskDelivery delivery, Coding coding, Duration maxSlice) {
        this.delivery = delivery;
        this.coding = coding;
        this.sliceEnd = maxSlice == null ? Instant.MAX : delivery.begunAt().plus(maxSlice);
        this.writeAt = delivery.now().plus(INTERVAL);
        delivery.checkpoint(this::flush);
    }

    @Override
    public synchronized T value() {
        if (!known) {
            CheckpointRecord saved = delivery.readCheckpoint();
            if (saved != null && saved.run() == run()) {
                value = decoded(saved.cursor());
                saves = saved.saves();
                total = total == 0 ? saved.total() : total;
                // the next save stores the progress, which the start of the attempt has deleted
                writeAt = delivery.now();
                delivery.resumed();
            }
            known = true;
        }
        return value;
    }

    private long run() {
        return CheckpointRecord.runOf(delivery.message());
    }

    @SuppressWarnings("unchecked")
    private T decoded(byte[] cursor) {
        try {
            return (T) coding.decoder().decode(cursor, coding.type());
        } catch (RuntimeException e) {
            throw new SkipRetryException(
                    "the checkpoint of the task is not of type " + coding.type().getTypeName() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void save(T cursor) {
        byte[] encoded = coding.encoder().encode(Objects.requireNonNull(cursor, "cursor"));
        if (encoded.length > MAX_BYTES) {
            throw new IllegalArgumentException("the cursor of a checkpoint has at most " + MAX_BYTES
                    + " bytes, and this one has " + encoded.length);
        }
        synchronized (this) {
            if (delivery.isCancelled() || delivery.isClaimed()) {
                throw ended();
            }
            value = cursor;
            known = true;
            saves++;
            unwritten = encoded;
            Instant now = delivery.now();
            if (delivery.isSuspending()) {
                write(now);
                end("the server stops", false);
            } else if (!now.isBefore(sliceEnd)) {
                if (write(now)) {
                    end("the attempt has used its time slice", true);
                }
            } else if (!now.isBefore(writeAt)) {
                write(now);
            }
        }
    }

    private static CancellationException ended() {
        return new CancellationException("the attempt has ended: the task was cancelled, its time is over, or another "
                + "worker has it");
    }

    private void end(String reason, boolean behindOthers) {
        delivery.suspended(behindOthers);
        throw new TaskSuspendedException("the task is continued later: " + reason);
    }

    @Override
    public synchronized void total(long all) {
        if (all < 0) {
            throw new IllegalArgumentException("the total of a checkpoint must not be negative: " + all);
        }
        total = all;
    }

    /** Writes the last cursor unless it is already written. Returns false if Redis does not accept it now. */
    synchronized boolean flush() {
        try {
            return unwritten == null || write(delivery.now());
        } catch (CancellationException e) {
            return true;
        }
    }

    /** Writes the last cursor. If Redis does not accept it now, a later cursor replaces it. */
    private boolean write(Instant now) {
        String queue = delivery.queue();
        writeAt = now.plus(INTERVAL);
        boolean mine;
        try {
            mine = delivery.writeCheckpoint(new CheckpointRecord(run(), saves, total, unwritten), progress(now));
        } catch (BrokerException e) {
            FAILURES.failed(queue, e, () -> "the checkpoint of " + delivery.message()
                    + " cannot be written and is written later: " + e.getMessage());
            return false;
        }
        if (!mine) {
            throw ended();
        }
        unwritten = null;
        FAILURES.succeeded(queue);
        return true;
    }

    private Progress progress(Instant now) {
        return total == 0 ? new Progress(0, saves + " done", now)
                : new Progress((int) Math.min(100, saves * 100.0 / total), saves + " of " + total, now);
    }
}
