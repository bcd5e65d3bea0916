package io.github.asynqee.internal.client;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * Selects the shard of a task's queue: by the task's key, or else by its group, unique key or ID. Tasks that Redis
 * compares with each other must be in the same shard.
 *
 * @param text equal texts are in one shard
 * @param kinds which of group, uniqueness lock and ID the task has, for error messages; empty if it has a key
 */
public record ShardKey(String text, List<String> kinds) {

    /**
     * Returns the shard key of a task; {@code null} if it may be in any shard. The unique key must not contain the
     * queue.
     */
    static ShardKey of(TaskOptions options, String uniqueKey) {
        String key = options.headers().get(Task.KEY_HEADER);
        if (key != null) {
            return new ShardKey(key, List.of());
        }
        List<String> kinds = new ArrayList<>();
        String text = null;
        if (options.id() != null) {
            kinds.add("an ID");
            text = options.id();
        }
        if (options.uniqueFor() != null) {
            kinds.add("a uniqueness lock");
            text = uniqueKey;
        }
        if (options.group() != null) {
            kinds.add("a group");
            text = options.group();
        }
        return text == null ? null : new ShardKey(text, kinds);
    }

    /** The task's uniqueness lock without the name of the queue; {@code null} if the task has no lock in its queue. */
    private static String lock(TaskMessage message) {
        String prefix = QueueKeys.of(message.queue()).prefix();
        return message.uniqueKey().startsWith(prefix) ? message.uniqueKey().substring(prefix.length()) : null;
    }

    /**
     * The text of a task that was stored before: the first of key, lock, group and ID that the task has. A stored task
     * does not show whether the producer chose its ID.
     */
    public static String textOf(TaskMessage message) {
        String key = message.headers().get(Task.KEY_HEADER);
        String lock = lock(message);
        if (key != null || lock != null) {
            return key != null ? key : lock;
        }
        return message.group().isEmpty() ? message.id() : message.group();
    }

    /**
     * Checks that one shard is right for the task's group, uniqueness lock and ID.
     *
     * @throws InvalidTaskException if they require different shards
     */
    void requireOne(String queue) {
        if (kinds.size() > 1) {
            throw new InvalidTaskException("the task has " + String.join(" and ", kinds) + ", and queue \"" + queue
                    + "\" has shards: each of these would choose another shard. Set a key with Task.key(…), within "
                    + "which they hold, or only one of them");
        }
    }
}
