package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A batch.
 *
 * @param queue the queue, or the shard, to which it belongs
 * @param id its ID
 * @param createdAt when it was created; {@code null} if the data of the batch is damaged
 * @param complete whether all initial members are stored; until then no callback is stored
 * @param endedAt when it ended; {@code null} if it has not ended
 * @param cancelled whether {@link Batches#delete} has ended it
 * @param members number of members added so far
 * @param open number of members that have not ended
 * @param failed number of members that are archived
 * @param tasks callbacks and next tasks, which are stored when members have ended; sorted by name
 */
public record BatchInfo(String queue, String id, @Nullable Instant createdAt, boolean complete,
        @Nullable Instant endedAt,
        boolean cancelled,
        long members, long open, long failed, List<Following> tasks) {

    /**
     * A callback or next task, which is stored when members have ended.
     *
     * @param name {@code success}, {@code failure}, {@code complete}, or {@code step-0} and so on in a chain
     * @param queue its queue; {@code null} if the data of the batch is damaged
     * @param id its ID
     * @param dueAt when it became due; {@code null} before
     * @param storedAt when it was stored; {@code null} before
     * @param refusal why it could not be stored; {@code null} if it was not rejected
     */
    public record Following(String name, @Nullable String queue, String id, @Nullable Instant dueAt,
            @Nullable Instant storedAt, @Nullable String refusal) {}

    /** @return number of members that have succeeded or no longer exist */
    public long done() {
        return Math.max(0, members - open - failed);
    }

    /** @return the share of members that have ended, from 0 to 100 */
    public int percent() {
        return members == 0 ? endedAt == null ? 0 : 100 : (int) ((members - open) * 100 / members);
    }
}
