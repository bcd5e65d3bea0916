package io.github.asynqee.internal.broker;

import java.util.List;

/** What a producer does (protocol section 5.1). */
public interface ProducerCommands {

    /**
     * Stores new tasks and makes their queues known. Tasks of one queue and kind that follow each other go into one
     * script call, all calls of one Redis node into one round trip; the order within a queue is kept.
     *
     * <p>If a connection breaks before Redis has answered, what is stored under the IDs is compared with what was sent;
     * nothing is sent twice.
     *
     * @param tasks the tasks, any number of queues
     * @return one result for each task, in the same order; one task's failure does not touch the others
     */
    List<StoreResult> store(List<NewTask> tasks);
}
