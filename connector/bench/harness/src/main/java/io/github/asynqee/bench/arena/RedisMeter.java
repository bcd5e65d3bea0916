package io.github.asynqee.bench.arena;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.contender.BenchTask;

/** The Redis under test, asked over a connection of the harness's own. */
public interface RedisMeter {

    /** @return {@code host:port}, as orders want it */
    String address();

    /** @return processor time used so far, user and system, in nanoseconds */
    long cpuNanos();

    /** @return calls so far by name of the command, those inside scripts included */
    Map<String, Long> calls();

    /** @return bytes in use by data */
    long usedMemory();

    /**
     * Runs a command.
     *
     * @param words the command and its arguments
     * @return the reply, as text
     */
    String command(String... words);

    /**
     * What is left of a queue after all its tasks were handled.
     *
     * @param queue its name
     * @return empty if nothing is; otherwise which keys have how many
     */
    String leftovers(String queue);

    /**
     * Lets no worker take tasks of a queue, or lets them again, as asynq does.
     *
     * @param queue its name
     * @param paused whether
     */
    void pause(String queue, boolean paused);

    /**
     * Enqueues numbered tasks in bulk.
     *
     * @param queue where
     * @param tasks how many, from number 0
     * @param size of the payload in bytes
     */
    default void fill(String queue, int tasks, int size) {
        fill(queue, 0, tasks, size);
    }

    /**
     * Enqueues numbered tasks in bulk.
     *
     * @param queue where
     * @param first the number of the first one
     * @param tasks how many
     * @param size of the payload in bytes
     */
    default void fill(String queue, int first, int tasks, int size) {
        fill(queue, first, tasks, size, List.of(BenchTask.TYPE));
    }

    /**
     * Enqueues numbered tasks of several types in bulk.
     *
     * @param queue where
     * @param first the number of the first one
     * @param tasks how many
     * @param size of the payload in bytes
     * @param types the types, which take turns: the task numbered {@code n} has the type at {@code n} modulo their number
     */
    void fill(String queue, int first, int tasks, int size, List<String> types);

    /**
     * Reads which tasks are pending.
     *
     * @param queue where
     * @return their numbers, in no particular order
     */
    List<Integer> pending(String queue);

    /**
     * Deletes a queue with all its tasks and counters. Whoever works on it must have been stopped.
     *
     * @param queue its name
     */
    void clear(String queue);

    /** @return the queues that exist */
    List<String> queues();
}
