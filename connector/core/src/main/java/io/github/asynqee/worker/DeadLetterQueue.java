package io.github.asynqee.worker;

import java.util.Objects;

import io.github.asynqee.internal.protocol.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * Where a channel enqueues copies of its permanently failed tasks, in the same Redis. A copy has the payload and headers of
 * the task, and headers that begin with {@value #HEADER_PREFIX}. A task with such headers is never copied again.
 *
 * @param queue the queue of the copies
 * @param type the type of the copies, {@code null} for the type of the failed task
 */
public record DeadLetterQueue(String queue, @Nullable String type) {

    /** The prefix of the headers that describe the failed task: {@code id queue type error retried}. */
    public static final String HEADER_PREFIX = "dead-letter-";

    /**
     * Validates queue and type.
     *
     * @throws IllegalArgumentException if the queue's name is invalid or the type is blank
     */
    public DeadLetterQueue {
        QueueName.require(Objects.requireNonNull(queue, "queue"));
        if (type != null && type.isBlank()) {
            throw new IllegalArgumentException("the type of dead letters must not be blank");
        }
    }
}
