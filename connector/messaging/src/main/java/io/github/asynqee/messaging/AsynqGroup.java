package io.github.asynqee.messaging;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.TaskInfo;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Tasks of a group as a handler gets them that takes a {@code List<T>}. One that takes a {@code Message<List<T>>} finds it
 * with {@code message.unwrap(AsynqGroup.class)}.
 *
 * <p>{@link #ack()} says that all tasks succeeded: they are deleted. {@link #nack(Throwable)} says that all failed; what
 * follows is up to the channel's configuration, for each task as if it had run alone, and what is tried again comes back to
 * the group. The first one counts. Both return a stage that completes, never exceptionally, when Redis has it, or when it
 * cannot be written any more because the tasks are somebody else's.
 *
 * @param <T> the type of the payloads
 */
public interface AsynqGroup<T> extends Message<List<T>> {

    /** @return the group's name */
    String group();

    /** @return the queue the tasks came from */
    String queue();

    /** @return the tasks, in the order of the payloads, oldest first */
    List<TaskInfo> members();

    /** @return when this attempt must have ended; if it has not, all tasks have failed */
    Instant deadline();

    /**
     * Whether the handler should give up, because nobody is interested in its result any more: the deadline has passed,
     * the server is stopping, or somebody else has the tasks. The thread that called the handler is interrupted too.
     *
     * @return true if the handler should give up
     */
    boolean isCancelled();
}
