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
 * A task as an inbox knows it.
 *
 * @param queue the queue
 * @param id the ID
 * @param marks what distinguishes it from others with the same ID: values of headers, empty where there are none
 * @param retried how often it was retried
 */
record InboxTask(String queue, String id, List<String> marks, int retried) {

    static InboxTask of(AsynqMessage<?> task) {
        return new InboxTask(task.queue(), task.id(),
                List.of(task.headers().getOrDefault(Task.INBOX_HEADER, ""),
                        task.headers().getOrDefault(CallTask.HEADER, "")),
                task.retried());
    }

    /** The task in messages. */
    String name() {
        return "task " + id + " of queue " + queue;
    }

    /** A digest, because databases compare texts in ways of their own: without letter case, or without blanks at the end. */
    String key() {
        MessageDigest digest = sha256();
        add(digest, queue);
        add(digest, id);
        marks.forEach(mark -> add(digest, mark));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** With its length, so that other parts with the same characters have another digest. */
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
