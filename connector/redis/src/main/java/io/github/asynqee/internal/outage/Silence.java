package io.github.asynqee.internal.outage;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects that Redis does not answer any call. An error is also an answer. In a Cluster, an answer of any node counts,
 * because a node that hangs holds no caller for long. Thread-safe.
 */
public final class Silence {

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final LongSupplier nanoTime;
    private int open;
    /** The time since which calls wait and none of them was answered; {@code null} if no call waits. */
    private Long since;
    private long lastEnd;
    private long lastAnswer;
    /** Whether the last call ended without an answer. */
    private boolean unanswered;

    Silence(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastAnswer = nanoTime.getAsLong();
    }

    /** A call to Redis, closed when it has ended. */
    public final class Call implements AutoCloseable {

        private boolean answered;

        private Call() {}

        /** Redis has answered the call. */
        public void answered() {
            answered = true;
        }

        @Override
        public void close() {
            ended(answered);
        }
    }

    /** Begins a call. If it begins soon after calls that ended without an answer, their silence continues. */
    public synchronized Call begin() {
        long now = nanoTime.getAsLong();
        if (open == 0 && (since == null || now - lastEnd >= LONG_NANOS)) {
            since = now;
        }
        open++;
        return new Call();
    }

    private synchronized void ended(boolean answered) {
        long now = nanoTime.getAsLong();
        open--;
        lastEnd = now;
        unanswered = !answered;
        if (answered) {
            lastAnswer = now;
            since = open == 0 ? null : (Long) now;
        }
    }

    /** Whether a call waits now, and no call has been answered for 1.5 s: Redis hangs, or packets to it are lost. */
    public synchronized boolean isLong() {
        return open > 0 && nanoTime.getAsLong() - since >= LONG_NANOS;
    }

    /**
     * Whether Redis has answered nothing for 1.5 s, because it hangs or is unreachable. A Redis to which no call was made
     * since its last answer is not silent.
     *
     * @param begin answers before this {@link System#nanoTime} are ignored
     */
    public synchronized boolean isLongFrom(long begin) {
        return unanswered && nanoTime.getAsLong() - Math.max(lastAnswer - begin, 0) - begin >= LONG_NANOS;
    }
}
