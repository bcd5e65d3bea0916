package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.internal.shard.Shards;

/**
 * A batch or chain.
 *
 * @param queue the queue to which it belongs
 * @param createdAt when it was created; {@code null} if that is not known
 * @param state {@code storing} before all of its first members are stored, {@code failed} while members are archived,
 *        {@code deleted} while members of a deleted batch run
 * @param members how many members were added
 * @param open how many of them have not ended
 * @param failed how many of them are archived
 * @param percent the share of members that have ended
 * @param tasks the callbacks
 */
public record BatchRow(String queue, String id, Instant createdAt,
        @Member(values = "storing|running|failed|succeeded|deleted") String state,
        @Member(min = Member.ANY) long members,
        long open, long failed, @Member(min = Member.ANY) int percent, List<BatchTask> tasks) {

    /**
     * A task that is stored when members of a batch have ended.
     *
     * @param name {@code success}, {@code failure}, {@code complete}, or {@code step-0} and so on in a chain
     * @param queue its queue; {@code null} if the data of the batch is damaged
     * @param refusal why the task could not be stored; {@code null} if it was not refused
     */
    public record BatchTask(String name, String queue, String id,
            @Member(values = "waiting|due|stored|refused") String state, String refusal) {

        private static BatchTask of(BatchInfo.Following task, Masking masking) {
            String state = task.refusal() != null ? "refused" : task.storedAt() != null ? "stored"
                    : task.dueAt() != null ? "due" : "waiting";
            return new BatchTask(task.name(), task.queue() == null ? null : Shards.logical(task.queue()), task.id(),
                    state, masking.error(task.refusal()));
        }
    }

    public static BatchRow of(BatchInfo batch, Masking masking) {
        return new BatchRow(Shards.logical(batch.queue()), batch.id(), batch.createdAt(), state(batch), batch.members(),
                batch.open(),
                batch.failed(), batch.percent(),
                batch.tasks().stream().map(task -> BatchTask.of(task, masking)).toList());
    }

    private static String state(BatchInfo batch) {
        if (batch.cancelled()) {
            return "deleted";
        }
        if (batch.endedAt() != null) {
            return "succeeded";
        }
        return !batch.complete() ? "storing" : batch.failed() > 0 ? "failed" : "running";
    }
}
