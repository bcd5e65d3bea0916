package io.github.asynqee.internal.broker.watch;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;

/**
 * Notifications of changes of queues, including changes by other processes. Queues must be polled while notifications
 * are not started, or Redis is unavailable or rejects the subscription. A slow periodic check finds changes whose
 * notification was lost.
 */
public interface QueueChanges {

    /** Receives notifications, on internal threads. Must return at once. */
    interface Listener {

        /**
         * The pending tasks of a queue may have changed, or it may have been paused or resumed. Called once until the
         * queue is {@linkplain QueueChanges#look read} again.
         *
         * @param queue the queue
         */
        void pendingChanged(String queue);

        /**
         * A queue may have been added to Redis, or removed; called once until the names of all queues are read again.
         */
        void queuesChanged();

        /** The earliest scheduled or retry task may have changed. */
        void delayedChanged();

        /**
         * A queue may have a new group.
         *
         * @param queue the queue
         */
        void groupsChanged(String queue);
    }

    /**
     * State of a queue.
     *
     * @param ends the ends of its pending list
     * @param paused whether it is paused
     * @param error the error if the state could not be read, otherwise {@code null}
     */
    record QueueLook(QueueEnds ends, boolean paused, BrokerException error) {}

    /**
     * Starts notifications in the background.
     *
     * @param queues the queues
     * @param threads creates the threads
     * @param listener receives the notifications
     */
    void start(Collection<String> queues, ThreadFactory threads, Listener listener);

    /**
     * Reads the names of all queues in Redis and enables a notification of the next change; to be called after the
     * start.
     *
     * @return the names, unchecked: tools may write invalid names
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    Collection<String> queues();

    /**
     * Adds queues whose changes are notified; call it before reading them.
     *
     * @param queues the queues
     */
    void add(Collection<String> queues);

    /**
     * Reads queues and enables a notification of the next change of each.
     *
     * @param queues the queues
     * @return the state of each queue, in the same order
     */
    List<QueueLook> look(List<String> queues);

    /** Suspends notifications until the next {@link #look}, to relieve Redis of tracking the keys. */
    void pause();

    /** @return whether changes are notified now */
    boolean isTracking();

    /** @return whether Redis notifies changes, or would if that were not {@linkplain #pause() suspended} */
    boolean isPushed();

    /** @return the reason why Redis refuses notifications; empty if it does not */
    Optional<String> refusal();

    /**
     * Stops notifications permanently.
     *
     * @param time how long to wait for the threads of the notifications
     */
    void stop(StopTime time);
}
