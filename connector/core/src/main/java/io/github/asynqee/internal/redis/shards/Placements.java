package io.github.asynqee.internal.redis.shards;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.TaskEdit;

/** Changes that put a task in a queue which may have shards: it goes where a producer with shards would store it. */
public interface Placements {

    /**
     * Enqueues a task with the content of another one.
     *
     * @param shard the queue of the other task
     * @param id its ID
     * @param edit what is different in the new task, at least the logical queue
     */
    TaskInfo duplicate(String shard, String id, TaskEdit edit);

    /**
     * Moves a task to another queue.
     *
     * @param shard the queue of the task
     * @param id its ID
     * @param queue the logical queue to which it is moved
     */
    void move(String shard, String id, String queue);
}
