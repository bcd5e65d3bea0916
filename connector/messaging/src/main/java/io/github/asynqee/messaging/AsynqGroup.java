package io.github.asynqee.messaging;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.TaskInfo;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * The tasks of a group that a handler processes together. A handler of {@code Message<List<T>>} obtains it with
 * {@code message.unwrap(AsynqGroup.class)}.
 *
 * <p>{@link #ack()} settles all tasks as succeeded: they are deleted. {@link #nack(Throwable)} settles all tasks as
 * failed: the channel's failure policy applies to each of them as if it had run alone, and tasks to be retried return
 * to the group. Only the first call has an effect. Both return a stage that completes, never exceptionally, when the
 * outcome is written, or when it can no longer be written because another worker owns the tasks.
 *
 * @param <T> the type of the payloads
 */
public interface AsynqGroup<T> extends Message<List<T>> {

    /** @return the group's name */
    String group();

    /** @return the queue of the tasks */
    String queue();

    /** @return the tasks, in the order of the payloads, oldest first */
    List<TaskInfo> members();

    /** @return when this attempt must have ended; after that all tasks have failed */
    Instant deadline();

    /**
     * Whether the attempt was cancelled: its deadline passed, the application is stopping, or another worker owns the
     * tasks. The thread that called the handler is also interrupted. The result of a cancelled attempt is discarded.
     *
     * @return true if the handler should return
     */
    boolean isCancelled();
}
