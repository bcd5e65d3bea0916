package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.redis.connection.Replies;
import org.jspecify.annotations.Nullable;

/**
 * A task read by a walk.
 *
 * @param id the bytes of its ID
 * @param message the bytes of its message, empty without a message
 * @param archivedBy the run that archived it and recorded its previous state, {@code null} without a record
 * @param run the last bulk-change run that changed it, {@code null} if none did
 * @param task the task, {@code null} if its message cannot be read
 */
record WalkedTask(byte[] id, byte[] message, @Nullable String archivedBy, @Nullable String run,
        @Nullable InspectedTask task) {

    private static final int PARTS_OF_PLACE = 4;

    /**
     * Creates a task from a reply.
     *
     * @param found its ID, its score or {@code null}, {@link TaskReads#FIELDS}, its state before it was archived, and
     *        its run
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
     * Returns the task.
     *
     * @throws IllegalStateException if its message cannot be read
     */
    InspectedTask readable() {
        if (task == null) {
            throw new IllegalStateException("the message of task " + exactId() + " cannot be read");
        }
        return task;
    }

    /** Returns the bytes of the ID as text with one character per byte, so that positions preserve IDs exactly. */
    String exactId() {
        return new String(id, StandardCharsets.ISO_8859_1);
    }
}
