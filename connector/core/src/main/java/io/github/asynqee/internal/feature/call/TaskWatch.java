package io.github.asynqee.internal.feature.call;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;

/**
 * Watches single tasks until they end. Changes are notified in the same way as changes of queues; a task without
 * notifications must be polled.
 */
public interface TaskWatch {

    /** Opens watches; an operation of the feature on Redis. */
    interface Source {

        /** @return a new watch with separate connections for notifications, to be closed by the caller */
        TaskWatch open();
    }

    /**
     * A task.
     *
     * @param queue the queue; for a queue with shards the shard
     * @param id the task's ID
     * @param mark a text that is in its message only, so that another task with the same ID is not mistaken for it
     */
    record Watched(String queue, String id, String mark) {}

    /**
     * The state of a task.
     *
     * @param state its state, {@code null} if it is gone or could not be read
     * @param error why it could not be read, otherwise {@code null}
     */
    record TaskLook(TaskState state, BrokerException error) {}

    /**
     * How a task ended.
     *
     * @param message the message, {@code null} if the task no longer exists or another task has its ID
     * @param result the result written by its handler, {@code null} if there is none
     * @param error why it could not be read, otherwise {@code null}
     */
    record TaskEnd(byte[] message, byte[] result, BrokerException error) {}

    /**
     * Starts notifications in the background.
     *
     * @param threads creates the threads
     * @param onChange gets the key of a task that may have changed since its state was read, once until it is read
     *        again; called on internal threads, must return at once
     */
    void start(ThreadFactory threads, Consumer<String> onChange);

    /**
     * The name under which changes of a task are notified.
     *
     * @param task the task
     * @return its key
     */
    String key(Watched task);

    /**
     * Reads the states of tasks and enables a notification of the next change of each.
     *
     * @param tasks the tasks
     * @return their states, in the same order
     */
    List<TaskLook> look(List<Watched> tasks);

    /**
     * Whether the next change of a task will be notified.
     *
     * @param task a task whose state was read
     * @return false if it must be polled
     */
    boolean isNotified(Watched task);

    /**
     * Reads how tasks ended.
     *
     * @param tasks completed or archived tasks
     * @return their ends, in the same order
     */
    List<TaskEnd> read(List<Watched> tasks);

    /**
     * Deletes tasks whose result is no longer awaited, unless they are running or archived, and releases their
     * uniqueness locks.
     *
     * @param tasks the tasks
     * @return whether each task no longer exists, in the same order; also false for a task that cannot be deleted now
     */
    List<Boolean> withdraw(List<Watched> tasks);

    /**
     * Ends the notifications of a task.
     *
     * @param task a task whose state was read
     */
    void forget(Watched task);

    /**
     * Ends all notifications.
     *
     * @param time how long to wait for the threads of the notifications
     */
    void close(StopTime time);
}
