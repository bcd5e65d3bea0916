package io.github.asynqee.internal.feature.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.CallException;
import io.github.asynqee.CallTimeoutException;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueOverflowException;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.TaskFailedException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.feature.call.TaskWatch.TaskEnd;
import io.github.asynqee.internal.feature.call.TaskWatch.TaskLook;
import io.github.asynqee.internal.feature.call.TaskWatch.Watched;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;

/**
 * Ends calls when their tasks end. All calls share one thread, and one connection to each node of Redis for
 * notifications; both begin with the first call. If a caller stops waiting, its task is deleted unless it is running. A
 * running task is watched for a while, to delete it before it is retried.
 */
public final class Calls implements PeriodicJob {

    private static final String NAME = "asynq-calls";
    /** Pause after a task could not be read. */
    private static final Duration FAILED_PAUSE = Duration.ofMillis(500);
    /** How long after the time-out a task whose caller has left is still watched. */
    private static final Duration FOLLOWED = Duration.ofSeconds(10);

    private final Supplier<TaskWatch> source;
    private final ThreadFactory threads;
    private final int limit;
    private final Signal signal = new Signal();
    private final Map<String, Call> calls = new ConcurrentHashMap<>();
    private final Queue<Call> changed = new ConcurrentLinkedQueue<>();
    /** The calls, ordered by the time of the next poll. Used only by the thread of the calls. */
    private final TreeSet<Call> timers = new TreeSet<>(
            Comparator.comparingLong((Call call) -> call.nextTime()).thenComparingLong(Call::number));
    private final AtomicLong numbers = new AtomicLong();
    private volatile TaskWatch watch;
    private PeriodicThread thread;
    private volatile boolean closed;

    /**
     * Creates the calls of a client.
     *
     * @param source makes the watch at the first call
     * @param threads makes threads
     * @param limit how many calls wait at a time
     */
    public Calls(Supplier<TaskWatch> source, ThreadFactory threads, int limit) {
        this.source = source;
        this.threads = threads;
        this.limit = limit;
    }

    /**
     * Begins a call.
     *
     * @param info the task
     * @param task the place of the task to watch
     * @param deletes whether the completed task is deleted when its result was read
     * @param timeout the caller's time-out
     * @param decoder decodes the result
     * @param enqueue stores the task
     * @return completes with the decoded result, or exceptionally
     */
    public CompletionStage<Object> begin(TaskInfo info, Watched task, boolean deletes, Duration timeout,
            Function<byte[], Object> decoder, Supplier<CompletionStage<TaskInfo>> enqueue) {
        start(info);
        if (calls.size() >= limit) {
            throw new EnqueueOverflowException("task " + info.id() + " of type \"" + info.type()
                    + "\" was not enqueued: " + limit + " calls are already waiting for their results");
        }
        Call call = new Call(numbers.incrementAndGet(), info, task, decoder, deletes, System.nanoTime(), timeout);
        String key = watch.key(task);
        call.result().whenComplete((value, error) -> {
            if (!call.isAnswered()) {
                call.abandon();
                wake(call);
            }
        });
        if (calls.putIfAbsent(key, call) != null) {
            throw new TaskIdConflictException("a call of task " + info.id() + " in queue \"" + info.queue()
                    + "\" has not ended yet");
        }
        if (closed) {
            calls.remove(key, call);
            throw closedBefore(info);
        }
        wake(call);
        enqueue.get().whenComplete((stored, error) -> {
            // deletes a task that may have been stored although its producer got an error
            boolean certain = error == null || !isUncertain(error);
            if (error != null) {
                call.fail(error);
                call.abandon();
            }
            if (error != null && certain) {
                calls.remove(key, call);
            } else {
                call.stored();
            }
            wake(call);
        });
        return call.result();
    }

    private static EnqueueException closedBefore(TaskInfo task) {
        return new EnqueueException("task " + task.id() + " was not enqueued: the client is closed", null);
    }

    private static boolean isUncertain(Throwable error) {
        return error instanceof EnqueueAmbiguousException || error instanceof EnqueueUnconfirmedException;
    }

    private synchronized void start(TaskInfo first) {
        if (closed) {
            throw closedBefore(first);
        }
        if (thread == null) {
            try {
                watch = source.get();
                watch.start(threads, this::notified);
                PeriodicThread starting = PeriodicThread.of(NAME, FAILED_PAUSE, threads, this);
                starting.start();
                thread = starting;
            } catch (RuntimeException | Error e) {
                throw new EnqueueException("task " + first.id() + " was not enqueued: " + e.getMessage(), e);
            }
        }
    }

    /** Something has happened to the task with this key. */
    private void notified(String key) {
        Call call = calls.get(key);
        if (call != null) {
            wake(call);
        }
    }

    private void wake(Call call) {
        changed.add(call);
        signal.set();
    }

    private boolean isUnderway(Call call) {
        return calls.get(watch.key(call.task())) == call;
    }

    @Override
    public Signal wakeup() {
        return signal;
    }

    @Override
    public Duration minRest() {
        return Duration.ZERO;
    }

    @Override
    public Duration runOnce() {
        long now = System.nanoTime();
        Set<Call> due = new LinkedHashSet<>();
        for (Call call = changed.poll(); call != null; call = changed.poll()) {
            if (isUnderway(call)) {
                due.add(call);
            } else {
                // the task was rejected
                due.remove(call);
                timers.remove(call);
            }
        }
        while (!timers.isEmpty() && timers.first().nextTime() - now <= 0) {
            due.add(timers.pollFirst());
        }
        due.forEach(timers::remove);
        try {
            look(due.stream().filter(Call::isStored).toList(), now);
            due.stream().filter(call -> !call.isStored()).forEach(call -> goOn(call, now, null));
        } catch (RuntimeException | Error e) {
            due.stream().filter(this::isUnderway).forEach(call -> goOn(call, now, e));
            throw e;
        }
        return timers.isEmpty() ? UNTIL_WOKEN
                : Duration.ofNanos(Math.max(0, timers.first().nextTime() - System.nanoTime()));
    }

    private void look(List<Call> some, long now) {
        if (some.isEmpty()) {
            return;
        }
        List<TaskLook> looks = lookAt(some);
        List<Call> ended = new ArrayList<>();
        List<Call> left = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            Call call = some.get(i);
            TaskState state = looks.get(i).state();
            if (looks.get(i).error() != null) {
                goOn(call, now, looks.get(i).error());
            } else if (state == null) {
                end(call, null, null);
            } else if (state == TaskState.COMPLETED || state == TaskState.ARCHIVED) {
                ended.add(call);
            } else {
                goOn(call, now, null);
                if (call.isAbandoned() && state != TaskState.ACTIVE) {
                    left.add(call);
                }
            }
        }
        left.addAll(read(ended, now));
        withdraw(left);
    }

    private List<TaskLook> lookAt(List<Call> some) {
        try {
            return watch.look(tasks(some));
        } catch (BrokerException e) {
            return some.stream().map(call -> new TaskLook(null, e)).toList();
        }
    }

    private static List<Watched> tasks(Collection<Call> some) {
        return some.stream().map(Call::task).toList();
    }

    /** Ends calls whose tasks have ended; returns the calls whose tasks must be deleted. */
    private List<Call> read(List<Call> ended, long now) {
        if (ended.isEmpty()) {
            return List.of();
        }
        List<Call> left = new ArrayList<>();
        List<TaskEnd> ends = watch.read(tasks(ended));
        for (int i = 0; i < ended.size(); i++) {
            Call call = ended.get(i);
            TaskEnd end = ends.get(i);
            TaskMessage message = message(end.message());
            if (end.error() != null) {
                goOn(call, now, end.error());
            } else {
                end(call, message, end.result());
                if (call.deletes() && message != null && message.completedAt() != null) {
                    left.add(call);
                }
            }
        }
        return left;
    }

    private static TaskMessage message(byte[] bytes) {
        try {
            return bytes == null ? null : TaskMessage.parse(bytes);
        } catch (UndecodableMessageException e) {
            return null;
        }
    }

    /**
     * Ends a call whose task is completed or archived, or no longer exists. The message of a task that no longer
     * exists is {@code null}.
     */
    private void end(Call call, TaskMessage message, byte[] result) {
        drop(call);
        if (call.isAbandoned()) {
            return;
        }
        if (message == null) {
            call.fail(new TaskFailedException(call.info(),
                    "was deleted before its result was read: its handler revoked it, or someone deleted it", ""));
        } else if (message.completedAt() != null) {
            call.answer(result);
        } else {
            call.fail(new TaskFailedException(call.info(), message.errorMessage().isEmpty() ? "was archived"
                    : "failed permanently: " + message.errorMessage(), message.errorMessage()));
        }
    }

    private void drop(Call call) {
        timers.remove(call);
        // a later call may have the same task ID
        if (calls.remove(watch.key(call.task()), call)) {
            watch.forget(call.task());
        }
    }

    /**
     * Ends the call if its time-out has passed; otherwise sets when the state of its task is read again.
     *
     * @param trouble why the task could not be read; {@code null} if it was read or is not stored yet
     */
    private void goOn(Call call, long now, Throwable trouble) {
        timers.remove(call);
        if (call.isAbandoned() && call.isOver(now - FOLLOWED.toNanos())) {
            drop(call);
            return;
        }
        if (!call.isAbandoned() && call.isOver(now)) {
            call.abandon();
            call.fail(timedOut(call, trouble));
            call.nextTime(now);
        } else if (trouble != null || call.isAbandoned()) {
            call.nextTime(now + FAILED_PAUSE.toNanos());
        } else if (!call.isStored() || watch.isNotified(call.task())) {
            call.nextTime(call.end());
        } else {
            call.nextTime(call.nextPoll(now));
        }
        if (!call.isAbandoned() && call.nextTime() - call.end() > 0) {
            call.nextTime(call.end());
        }
        timers.add(call);
    }

    private static CallTimeoutException timedOut(Call call, Throwable trouble) {
        if (trouble != null) {
            return new CallTimeoutException(call.info(),
                    "may have ended within the time-out, but could not be read: " + trouble.getMessage(), trouble);
        }
        return new CallTimeoutException(call.info(), call.isStored() ? "has not ended within the time-out"
                : "was not stored within the time-out", null);
    }

    /** Deletes tasks; tasks that have just started are watched until they end. */
    private void withdraw(List<Call> left) {
        if (left.isEmpty()) {
            return;
        }
        List<Boolean> gone = watch.withdraw(tasks(left));
        for (int i = 0; i < left.size(); i++) {
            if (gone.get(i)) {
                drop(left.get(i));
            }
        }
    }

    /**
     * Ends all calls: they fail. Their tasks remain.
     *
     * @param time how long to wait for the threads
     */
    public void close(StopTime time) {
        PeriodicThread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        if (running == null) {
            return;
        }
        running.stop(time);
        watch.close(time);
        calls.values().forEach(call -> {
            if (!call.isAbandoned()) {
                call.abandon();
                call.fail(new CallException(call.info(),
                        "continues, but its result is not read: the client was closed", null));
            }
        });
        calls.clear();
    }
}
