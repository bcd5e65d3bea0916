package io.github.asynqee.internal.feature.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.asynqee.CallException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.feature.call.TaskWatch.Watched;

/** A caller that waits for the result of a task. Times are nanoseconds of the monotonic clock. */
final class Call {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    /** The pause between two polls of a task is the time that its caller has waited, divided by this number. */
    private static final int PART = 4;

    private final long number;
    private final TaskInfo info;
    private final Watched task;
    private final Function<byte[], Object> decoder;
    private final boolean deletes;
    private final long begin;
    private final long end;
    private final CompletableFuture<Object> result = new CompletableFuture<>();
    private volatile boolean stored;
    private volatile boolean abandoned;
    /** Whether the result was set here, not by the caller. */
    private volatile boolean answered;
    /** When the state of the task is read next. Used only by the thread of the calls. */
    private long nextTime;

    /**
     * @param number distinguishes it from other calls
     * @param deletes whether the completed task is deleted when its result was read
     * @param begin the current time
     * @param limit the caller's time-out
     */
    Call(long number, TaskInfo info, Watched task, Function<byte[], Object> decoder, boolean deletes, long begin,
            Duration limit) {
        this.number = number;
        this.info = info;
        this.task = task;
        this.decoder = decoder;
        this.deletes = deletes;
        this.begin = begin;
        this.end = begin + limit.toNanos();
    }

    long number() {
        return number;
    }

    TaskInfo info() {
        return info;
    }

    Watched task() {
        return task;
    }

    boolean deletes() {
        return deletes;
    }

    CompletableFuture<Object> result() {
        return result;
    }

    /** The task is in Redis, or may be. */
    void stored() {
        stored = true;
    }

    boolean isStored() {
        return stored;
    }

    /** Its caller no longer awaits the result. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    boolean isAnswered() {
        return answered;
    }

    void answer(byte[] bytes) {
        Object value;
        try {
            value = bytes == null ? null : decoder.apply(bytes);
        } catch (RuntimeException | Error e) {
            // any Throwable, because a hostile result can break its decoder and no other thread ends this call
            answered = true;
            result.completeExceptionally(new CallException(info,
                    "succeeded, but its result cannot be decoded: " + e.getMessage(), e));
            return;
        }
        answered = true;
        result.complete(value);
    }

    void fail(Throwable error) {
        answered = true;
        result.completeExceptionally(error);
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    long nextTime() {
        return nextTime;
    }

    void nextTime(long time) {
        nextTime = time;
    }

    /** When the time-out passes. */
    long end() {
        return end;
    }

    /** When the state of the task is read again if its changes are not notified. */
    long nextPoll(long now) {
        long pause = Math.min(Math.max((now - begin) / PART, SHORTEST_PAUSE.toNanos()), LONGEST_PAUSE.toNanos());
        return now + pause;
    }
}
