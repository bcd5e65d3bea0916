package io.github.asynqee.messaging;

import io.github.asynqee.TaskContext;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * The message of a task. A handler of {@code Message<T>} obtains it with {@code message.unwrap(AsynqMessage.class)}.
 *
 * <p>{@link #ack()} settles the task as succeeded, {@link #nack(Throwable)} as failed; the channel's failure policy
 * decides whether a failed task is retried, archived or revoked. Only the first call has an effect. Both return a stage
 * that completes, never exceptionally, when the outcome is written, or when it can no longer be written because another
 * worker owns the task.
 *
 * @param <T> the payload's type
 */
public interface AsynqMessage<T> extends Message<T>, TaskContext {}
