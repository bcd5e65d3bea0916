package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.Signal;

/**
 * Polls queues on slow nodes, on a few threads, so that the fetcher does not wait for these nodes. A queue is away
 * during its poll, and the lanes that were free for its tasks are reserved. Confined to the fetcher's thread.
 */
final class SlowQueues {

    private static final Logger LOG = System.getLogger(SlowQueues.class.getName());
    private static final String NAME = "asynq-slow-node";
    private static final int MAX_THREADS = 8;
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor threads;
    private final Signal signal;
    private final LongSupplier nanoTime;
    private final Queue<QueueState> answered = new ConcurrentLinkedQueue<>();
    private final Map<Channel, Integer> reserved = new IdentityHashMap<>();

    /** @param signal set after the poll of a queue */
    SlowQueues(ThreadFactory factory, Signal signal, LongSupplier nanoTime) {
        this.signal = signal;
        this.nanoTime = nanoTime;
        threads = new ThreadPoolExecutor(MAX_THREADS, MAX_THREADS, IDLE.toSeconds(), TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), work -> named(factory.newThread(work)));
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread named(Thread thread) {
        if (thread == null) {
            throw new IllegalStateException("the thread factory returned no thread for " + NAME);
        }
        thread.setName(NAME);
        return thread;
    }

    /** The number of tasks to fetch for a channel, minus the tasks that are being requested. */
    int wanted(Channel channel) {
        return channel.wanted() - reserved.getOrDefault(channel, 0);
    }

    /**
     * The number of tasks that slow queues may still take together: half of the tasks to fetch, because other queues
     * reply sooner.
     */
    int room(Channel channel) {
        return Math.max(0, (channel.wanted() + 1) / 2 - reserved.getOrDefault(channel, 0));
    }

    /**
     * Polls a queue on another thread.
     *
     * @param work requests the tasks that the routes of the queue want, and dispatches them
     * @return whether there is a free thread
     */
    boolean ask(QueueState queue, Runnable work) {
        try {
            threads.execute(() -> run(queue, work));
        } catch (RuntimeException | Error e) {
            return false;
        }
        queue.away(true);
        queue.routes().forEach(route -> reserved.merge(route.channel(), route.wanted(), Integer::sum));
        return true;
    }

    private void run(QueueState queue, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            queue.pauses().failed(nanoTime.getAsLong());
            queue.changed();
            FailureLog.write(LOG, Level.ERROR, "cannot request tasks of queue {0}: {1}", queue.name(), e);
        } finally {
            answered.add(queue);
            signal.set();
        }
    }

    /** Takes back the queues whose polls have ended. */
    List<QueueState> answered() {
        if (answered.isEmpty()) {
            return List.of();
        }
        List<QueueState> back = new ArrayList<>();
        for (QueueState queue = answered.poll(); queue != null; queue = answered.poll()) {
            queue.away(false);
            queue.routes().forEach(route -> reserved.merge(route.channel(), -route.wanted(), Integer::sum));
            back.add(queue);
        }
        return back;
    }

    /** Waits until the tasks of all running polls are dispatched. Returns false if the limit passes first. */
    boolean end(Duration limit) throws InterruptedException {
        threads.shutdown();
        return threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
