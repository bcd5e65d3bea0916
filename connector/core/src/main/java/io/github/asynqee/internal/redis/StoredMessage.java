package io.github.asynqee.internal.redis;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;

/**
 * A message read from Redis, or its replacement if it is unusable.
 *
 * @param message the message, always with the queue and ID under which it is stored
 * @param problem why the original is unusable, {@code null} if it is usable
 */
record StoredMessage(TaskMessage message, String problem) {

    static StoredMessage read(String queue, String id, byte[] bytes) {
        try {
            TaskMessage message = TaskMessage.parse(bytes);
            String problem = problemOf(message, queue, id);
            return problem == null ? new StoredMessage(message, null) : quarantine(queue, id, bytes, problem);
        } catch (UndecodableMessageException e) {
            return quarantine(queue, id, bytes, e.getMessage());
        }
    }

    private static String problemOf(TaskMessage message, String queue, String id) {
        if (!message.id().equals(id)) {
            return "its message has the ID \"" + message.id() + "\"";
        }
        if (!message.queue().equals(queue)) {
            return "its message has the queue \"" + message.queue() + "\"";
        }
        return message.type().isBlank() ? "its message has no type" : null;
    }

    private static StoredMessage quarantine(String queue, String id, byte[] bytes, String problem) {
        return new StoredMessage(TaskMessage.quarantine(queue, id, bytes), "asynq: cannot be decoded: " + problem);
    }

    boolean isUsable() {
        return problem == null;
    }
}
