package io.github.asynqee.internal.inspect.task;

import java.time.Instant;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskChanges;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.ShardKey;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** {@link TaskChanges} on Redis. Changes the task in its shard. */
public final class RedisTaskChanges implements TaskChanges {

    private final Broker broker;
    private final QueueResolver queues;
    private final TaskReads reads;
    private final StateChanges states;
    private final TaskLocks locks;
    private final TaskEdits edits;
    private final TaskCopies copies;
    private final TaskMoves moves;

    /**
     * Creates the changes.
     *
     * @param broker the broker
     * @param executor sends commands to the same Redis
     * @param queues finds the shards
     * @param reads reads tasks
     * @param copies stores copies of tasks
     */
    public RedisTaskChanges(Broker broker, RedisExecutor executor, QueueResolver queues, TaskReads reads,
            TaskCopies copies) {
        this.broker = broker;
        this.queues = queues;
        this.reads = reads;
        this.states = new StateChanges(executor, broker.clock());
        this.locks = new TaskLocks(executor);
        this.edits = new TaskEdits(executor, broker.clock(), broker.scheduleListeners());
        this.copies = copies;
        this.moves = new TaskMoves(executor, new ExistingQueues(executor), broker.scheduleListeners(),
                broker.clock());
    }

    @Override
    public void run(String queue, String id) {
        states.run(queues.ofTask(queue, id), id);
    }

    @Override
    public void archive(String queue, String id) {
        states.archive(queues.ofTask(queue, id), id, false);
    }

    @Override
    public void archiveRestorable(String queue, String id) {
        states.archive(queues.ofTask(queue, id), id, true);
    }

    @Override
    public void restore(String queue, String id) {
        states.restore(queues.ofTask(queue, id), id);
    }

    @Override
    public void delete(String queue, String id) {
        states.delete(queues.ofTask(queue, id), id);
    }

    @Override
    public void updatePayload(String queue, String id, byte[] payload) {
        edits.updatePayload(queues.ofTask(queue, id), id, payload);
    }

    /**
     * Cancels a task. The request only names the ID, so with a scope, the ID must be active in a visible queue and in
     * no other queue.
     */
    @Override
    public void cancel(String id) {
        if (!queues.scope().isAll()) {
            if (broker.servers().workers().stream()
                    .anyMatch(task -> task.taskId().equals(id) && !queues.scope().contains(task.queue()))) {
                throw new TaskStateException("the task cannot be cancelled by you: its ID is not unique");
            }
            reads.find(queues.all(), id).filter(task -> task.info().state() == TaskState.ACTIVE)
                    .orElseThrow(() -> new TaskNotFoundException("no active task has this ID"));
        }
        broker.workerCommands().publishCancellation(id);
    }

    @Override
    public void reschedule(String queue, String id, Instant at) {
        edits.reschedule(queues.ofTask(queue, id), id, at);
    }

    @Override
    public TaskInfo edit(String queue, String id, TaskEdit edit) {
        return edits.edit(queues.ofTask(queue, id), id, edit);
    }

    @Override
    public TaskInfo duplicate(String queue, String id, TaskEdit edit) {
        String target = edit.queue() == null ? queue : edit.queue();
        queues.scope().require(target);
        return copies.duplicate(reads.message(queues.ofTask(queue, id), id), edit.queue(target));
    }

    @Override
    public void move(String queue, String id, String targetQueue) {
        queues.require(targetQueue);
        requireOther(queue, targetQueue);
        QueueKeys from = queues.ofTask(queue, id);
        QueueKeys to = queues.place(targetQueue, () -> ShardKey.textOf(reads.message(from, id)));
        requireOther(from.queue(), to.queue());
        moves.move(from, to, id);
    }

    private static void requireOther(String queue, String target) {
        if (target.equals(queue)) {
            throw new IllegalArgumentException("the task is in queue \"" + queue + "\" already");
        }
    }

    @Override
    public boolean releaseLock(String queue, String id) {
        return locks.release(queues.ofTask(queue, id), id);
    }
}
