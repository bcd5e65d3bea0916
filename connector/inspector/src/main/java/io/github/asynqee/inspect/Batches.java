package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;

/**
 * The batches and chains of queues. Each method throws a {@link QueueNotFoundException} if the queue does not exist.
 * Members and callbacks in queues outside the inspector's {@linkplain Inspector#within scope} are counted but not
 * shown.
 */
public interface Batches {

    /**
     * Lists the unfinished batches of a queue, oldest first. A batch is finished when all members have ended and all
     * callbacks or next tasks are stored.
     *
     * @param queue the queue
     * @param max maximum number of batches, from 1 to 1,000
     * @return the batches
     */
    List<BatchInfo> list(String queue, int max);

    /**
     * Returns a batch. After its end, a batch is kept for 7 days, and a chain for an hour.
     *
     * @param queue its queue
     * @param id its ID
     * @return the batch
     * @throws BatchNotFoundException if the batch does not exist
     */
    BatchInfo get(String queue, String id);

    /**
     * Lists members of a batch that are open or archived, in no particular order.
     *
     * @param queue its queue
     * @param id its ID
     * @param max approximate maximum number of members, from 1 to 1,000
     * @return the members
     * @throws BatchNotFoundException if the batch does not exist
     */
    List<BatchMember> members(String queue, String id, int max);

    /**
     * Deletes a batch with all its members that are tasks and not running, in several steps if needed.
     *
     * @param queue its queue
     * @param id its ID
     * @return the number of members that could not be deleted, because they are running and were cancelled, or are
     *         being stored; 0 if the batch is deleted
     * @throws BatchNotFoundException if the batch does not exist
     * @throws OutOfScopeException if members are in queues outside this inspector's scope; nothing was changed
     */
    default long delete(String queue, String id) {
        BatchDeletion step;
        do {
            step = delete(queue, id, Duration.ofSeconds(10));
        } while (!step.complete());
        return step.running();
    }

    /**
     * Performs a step of the deletion of a batch. The first step disables callbacks and next tasks. Each step deletes
     * members that are tasks and not running. The last step cancels running tasks. While tasks are running, the batch
     * remains and can be deleted again. Another call continues an interrupted deletion.
     *
     * @param queue its queue
     * @param id its ID
     * @param budget approximate time limit of the step; each step deletes at least some members
     * @return the result of the step, and whether it was the last step
     * @throws BatchNotFoundException if the batch does not exist
     * @throws OutOfScopeException if members are in queues outside this inspector's scope; nothing was changed
     */
    BatchDeletion delete(String queue, String id, Duration budget);
}
