package io.github.asynqee.internal.broker;

import java.util.Collection;
import java.util.List;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.protocol.CheckpointRecord;

/** Operations of a worker (protocol section 5.2). */
public interface WorkerCommands extends NodeLatency {

    /**
     * Dequeues the next tasks of a queue and leases them for {@link Lease#DURATION}. Never sent twice: after an
     * ambiguous result the next call returns the tasks that the first one leased. Leases use the clock of Redis; the
     * first call reads this clock before it dequeues.
     *
     * @param queue the queue
     * @param max the maximum number of tasks, from 1 to 1000
     * @return the tasks
     */
    DequeuedTasks dequeue(String queue, int max);

    /**
     * Dequeues the next tasks of a queue for which there are lanes and leases them for {@link Lease#DURATION}; all
     * other tasks keep their positions, see {@link Demand.Reach}. Examines the head of the queue, then the tasks behind
     * the marks of the routes. Never sent twice, see {@link #dequeue(String, int)}.
     *
     * @param queue the queue
     * @param demand the wanted tasks, at most 1000
     * @return the tasks, and the state of the queue and the routes
     */
    MatchingTasks dequeue(String queue, Demand demand);

    /**
     * Writes outcomes and ends their leases. All script calls to one Redis node share a round trip.
     *
     * @param settlements the leases and outcomes, of any number of queues
     * @return one result for each, in the same order
     */
    List<Settlement.Result> write(List<Settlement> settlements);

    /**
     * Extends leases to {@link Lease#DURATION} from now and updates the lease objects.
     *
     * @param leases the leases, of any number of queues
     * @return the leases that were lost: another worker recovered the task
     */
    List<Lease> extend(Collection<Lease> leases);

    /**
     * Stores the result of a running task. A deleted task is not recreated.
     *
     * @param lease the task's lease
     * @param result the result's bytes
     * @return false if the lease was lost; then nothing is stored
     */
    boolean writeResult(Lease lease, byte[] result);

    /**
     * Stores the progress of a running task; the next attempt deletes it. A deleted task is not recreated.
     *
     * @param lease the task's lease
     * @param progress the progress
     * @return false if the lease was lost; then nothing is stored
     */
    boolean writeProgress(Lease lease, Progress progress);

    /**
     * Stores the checkpoint of a running task; kept until the task is deleted. A deleted task is not recreated.
     *
     * @param lease the task's lease
     * @param checkpoint the checkpoint
     * @param progress the progress, {@code null} to keep the stored progress
     * @return false if the lease was lost; then nothing is stored
     */
    boolean writeCheckpoint(Lease lease, CheckpointRecord checkpoint, Progress progress);

    /**
     * Reads the checkpoint of a running task.
     *
     * @param lease the task's lease
     * @return the last stored checkpoint, {@code null} if there is none
     */
    CheckpointRecord readCheckpoint(Lease lease);

    /**
     * Publishes a request to cancel a running task. Lost if the worker is not subscribed.
     *
     * @param taskId the task's ID; all tasks with this ID are cancelled, in any queue
     */
    void publishCancellation(String taskId);
}
