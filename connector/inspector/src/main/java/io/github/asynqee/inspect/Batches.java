package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;

/**
 * The batches and chains of queues. Each method throws a {@link QueueNotFoundException} if there is no such queue. Members
 * and callbacks in queues that an inspector does not {@linkplain Inspector#within see} are counted and not shown.
 */
public interface Batches {

    /**
     * The batches of a queue that have not ended, or of which something is still to be stored or was refused, the oldest first.
     *
     * @param queue the queue
     * @param max how many at most, from 1 to 1,000
     * @return the batches
     */
    List<BatchInfo> list(String queue, int max);

    /**
     * A batch. One that has ended is known for 7 days, a chain for an hour.
     *
     * @param queue its queue
     * @param id its ID
     * @return the batch
     * @throws BatchNotFoundException if there is none
     */
    BatchInfo get(String queue, String id);

    /**
     * Members of a batch that are open or archived, in no order.
     *
     * @param queue its queue
     * @param id its ID
     * @param max about how many at most, from 1 to 1,000
     * @return the members
     * @throws BatchNotFoundException if there is no such batch
     */
    List<BatchMember> members(String queue, String id, int max);

    /**
     * Deletes a batch with all members that are tasks and not running, in as many steps as that takes.
     *
     * @param queue its queue
     * @param id its ID
     * @return how many members were running and are cancelled, or are just being stored: with 0 the batch is gone
     * @throws BatchNotFoundException if there is no such batch
     * @throws OutOfScopeException if members are in queues that this inspector does not see; nothing is changed then
     */
    default long delete(String queue, String id) {
        BatchDeletion step;
        do {
            step = delete(queue, id, Duration.ofSeconds(10));
        } while (!step.complete());
        return step.running();
    }

    /**
     * A step of the deletion of a batch: from the first one on nothing follows, and members that are tasks and not running are
     * deleted. The last step cancels those that run. While some are running the batch remains, and can be deleted again. A
     * deletion that was interrupted is continued by anyone who calls this again.
     *
     * @param queue its queue
     * @param id its ID
     * @param budget about how long the step may take; some members are deleted in any case
     * @return what it has done, and whether it was the last one
     * @throws BatchNotFoundException if there is no such batch
     * @throws OutOfScopeException if members are in queues that this inspector does not see; nothing is changed then
     */
    BatchDeletion delete(String queue, String id, Duration budget);
}
