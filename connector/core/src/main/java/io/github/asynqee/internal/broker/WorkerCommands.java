package io.github.asynqee.internal.broker;

import java.util.Collection;
import java.util.List;

import io.github.asynqee.Progress;

/** What a worker does (protocol section 5.2). */
public interface WorkerCommands {

    /**
     * Takes the next tasks of a queue and leases them for {@link Lease#DURATION}. Never sent twice: if Redis' answer is
     * lost, the next call brings the tasks that were leased by the lost one.
     *
     * @param queue the queue
     * @param max how many tasks at most, from 1 to 1000
     * @return the tasks, and what else was found
     */
    DequeuedTasks dequeue(String queue, int max);

    /**
     * Takes the next tasks of a queue for which there are lanes and leases them for {@link Lease#DURATION}; all others stay
     * where they are. Looks at {@link Demand#LOOK_AHEAD} tasks at most: at those at the head of the queue, and then at those
     * behind the marks of the routes. Never sent twice, as {@link #dequeue(String, int)}.
     *
     * @param queue the queue
     * @param demand which tasks, 1000 at most
     * @return the tasks, and what else was found
     */
    MatchingTasks dequeue(String queue, Demand demand);

    /**
     * Ends leases, each with its outcome. All script calls of one Redis node go in one round trip.
     *
     * @param settlements the leases and outcomes, any number of queues
     * @return one result for each, in the same order
     */
    List<SettleResult> settle(List<Settlement> settlements);

    /**
     * Extends leases to {@link Lease#DURATION} from now; the leases themselves are updated.
     *
     * @param leases the leases, any number of queues
     * @return those that are not the caller's any more: somebody else has recovered the task
     */
    List<Lease> extend(Collection<Lease> leases);

    /**
     * Stores the result of a task that is being run. A task that is gone stays gone.
     *
     * @param lease the task's lease
     * @param result the result's bytes
     * @return false if the task is not the caller's any more; then nothing is stored
     */
    boolean writeResult(Lease lease, byte[] result);

    /**
     * Stores how far a task is that is being run; forgotten when it is run again. A task that is gone stays gone.
     *
     * @param lease the task's lease
     * @param progress how far it is
     * @return false if the task is not the caller's any more; then nothing is stored
     */
    boolean writeProgress(Lease lease, Progress progress);

    /**
     * Asks whoever runs a task to cancel it. Lost if nobody listens.
     *
     * @param taskId the task's ID, in whatever queue
     */
    void publishCancellation(String taskId);
}
