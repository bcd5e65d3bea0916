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
 * @param complete whether all of its first members are stored: before that nothing follows
 * @param endedAt when it has ended; {@code null} if it has not
 * @param cancelled whether it was ended by {@link Batches#delete}
 * @param members how many members were added
 * @param open how many have not ended
 * @param failed how many are archived
 * @param tasks what is stored when members have ended, sorted by name
 */
public record BatchInfo(String queue, String id, @Nullable Instant createdAt, boolean complete,
        @Nullable Instant endedAt,
        boolean cancelled,
        long members, long open, long failed, List<Following> tasks) {

    /**
     * A task that is stored when members have ended.
     *
     * @param name {@code success}, {@code failure}, {@code complete}, or {@code step-0} and so on in a chain
     * @param queue its queue; {@code null} if the data of the batch is damaged
     * @param id its ID
     * @param dueAt when it was decided to store it; {@code null} before
     * @param storedAt when it was stored; {@code null} before
     * @param refusal what kept it from being stored; {@code null} if nothing
     */
    public record Following(String name, @Nullable String queue, String id, @Nullable Instant dueAt,
            @Nullable Instant storedAt, @Nullable String refusal) {}

    /** @return how many members have succeeded, or are gone */
    public long done() {
        return Math.max(0, members - open - failed);
    }

    /** @return the share of members that have ended, from 0 to 100 */
    public int percent() {
        return members == 0 ? endedAt == null ? 0 : 100 : (int) ((members - open) * 100 / members);
    }
}
