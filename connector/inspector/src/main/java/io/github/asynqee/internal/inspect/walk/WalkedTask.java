package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.redis.connection.Replies;
import org.jspecify.annotations.Nullable;

/**
 * A task as a walk has read it.
 *
 * @param id the bytes of its ID
 * @param message the bytes of its message, empty if it has none
 * @param archivedBy the run that has archived it with a record of its place, {@code null} if none
 * @param run the run of a bulk change that has changed it last, {@code null} if none
 * @param task the task, {@code null} if its message cannot be read
 */
record WalkedTask(byte[] id, byte[] message, @Nullable String archivedBy, @Nullable String run,
        @Nullable InspectedTask task) {

    private static final int PARTS_OF_PLACE = 4;

    /**
     * A task of a reply.
     *
     * @param found its ID, its score or {@code null}, {@link TaskReads#FIELDS}, its place before it was archived, and its run
     */
    static WalkedTask of(List<?> found, @Nullable InspectedTask task) {
        byte[] message = Replies.bytes(found.get(2));
        return new WalkedTask(Replies.bytes(found.get(0)), message == null ? new byte[0] : message,
                run(Replies.text(found.get(found.size() - 2))), Replies.text(found.get(found.size() - 1)), task);
    }

    private static @Nullable String run(@Nullable String place) {
        String[] parts = place == null ? new String[0] : place.split(" ", PARTS_OF_PLACE);
        return parts.length == PARTS_OF_PLACE ? parts[PARTS_OF_PLACE - 1] : null;
    }

    /**
     * The task, of those whose message can be read.
     *
     * @throws IllegalStateException if it cannot be read
     */
    InspectedTask readable() {
        if (task == null) {
            throw new IllegalStateException("the message of task " + exactId() + " cannot be read");
        }
        return task;
    }

    /** The bytes of the ID as text of one character per byte: positions keep IDs exactly. */
    String exactId() {
        return new String(id, StandardCharsets.ISO_8859_1);
    }
}
