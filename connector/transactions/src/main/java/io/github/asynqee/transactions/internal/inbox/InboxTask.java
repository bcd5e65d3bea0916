package io.github.asynqee.transactions.internal.inbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.internal.feature.call.CallTask;
import io.github.asynqee.messaging.AsynqMessage;

/**
 * A task as seen by an inbox.
 *
 * @param queue the queue
 * @param id the ID
 * @param marks header values that distinguish tasks with the same ID; an empty string for a missing header
 * @param retried number of retries so far
 */
record InboxTask(String queue, String id, List<String> marks, int retried) {

    static InboxTask of(AsynqMessage<?> task) {
        return new InboxTask(task.queue(), task.id(),
                List.of(task.headers().getOrDefault(Task.INBOX_HEADER, ""),
                        task.headers().getOrDefault(CallTask.HEADER, "")),
                task.retried());
    }

    /** Name of the task in messages. */
    String name() {
        return "task " + id + " of queue " + queue;
    }

    /** Returns a digest, because some databases ignore letter case or trailing blanks when they compare texts. */
    String key() {
        MessageDigest digest = sha256();
        add(digest, queue);
        add(digest, id);
        marks.forEach(mark -> add(digest, mark));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Adds the length first, so that the same characters split differently give a different digest. */
    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
