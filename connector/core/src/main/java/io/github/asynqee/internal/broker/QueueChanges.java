package io.github.asynqee.internal.broker;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.BrokerException;

/**
 * Tells when queues change, whoever changes them: one watch over any number of queues. While changes are not heard (not
 * started, Redis away or unwilling) queues must be polled. Nothing is missed for ever: a change that was not heard is found
 * by a slow check.
 */
public interface QueueChanges {

    /** Is told of changes. Called on the watch's own threads, must return at once. */
    interface Listener {

        /**
         * The pending tasks of a queue may have changed, or it may have been paused or resumed. Said once until the queue
         * is {@linkplain QueueChanges#look looked at} again.
         *
         * @param queue the queue
         */
        void pendingChanged(String queue);

        /** Tasks may be due earlier than was known: scheduled ones or failed ones. */
        void delayedChanged();

        /** A queue may have a group it did not have. */
        void groupsChanged();
    }

    /**
     * What a queue looks like.
     *
     * @param ends the ends of its pending list
     * @param paused whether it is paused
     * @param error why that is not known, {@code null} if it is
     */
    record QueueLook(QueueEnds ends, boolean paused, BrokerException error) {}

    /**
     * Begins to hear changes, in the background.
     *
     * @param queues the queues
     * @param threads makes the threads
     * @param listener is told of changes
     */
    void start(Collection<String> queues, ThreadFactory threads, Listener listener);

    /**
     * Looks at queues; the next change of each will be told.
     *
     * @param queues the queues
     * @return for each what it looks like, in the same order
     */
    List<QueueLook> look(List<String> queues);

    /** Hears nothing until the next {@link #look}: it costs Redis a little whenever anything is written. */
    void pause();

    /** @return whether changes are heard now */
    boolean isTracking();

    /** @return why Redis refuses to tell changes; empty if it does not */
    Optional<String> refusal();

    /** Hears nothing more, for good. */
    void stop();
}
