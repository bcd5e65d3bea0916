package io.github.asynqee.messaging;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A task as a handler gets it. A handler that takes a {@code Message<T>} finds it with
 * {@code message.unwrap(AsynqMessage.class)}.
 *
 * <p>{@link #ack()} says that the task succeeded, {@link #nack(Throwable)} that it failed; what follows a failure is up
 * to the channel's configuration. The first one counts. Both return a stage that completes, never exceptionally, when
 * Redis has it, or when it cannot be written any more because the task is somebody else's.
 *
 * @param <T> the payload's type
 */
public interface AsynqMessage<T> extends Message<T> {

    /** @return the task's ID, unique in its queue */
    String id();

    /** @return the queue the task came from */
    String queue();

    /** @return the task's type */
    String type();

    /** @return text pairs that travel with the task */
    Map<String, String> headers();

    /** @return how often the task has been tried again so far; 0 in its first attempt */
    int retried();

    /** @return how often the task is tried again after a failure at most */
    int maxRetry();

    /** @return how long the task, and with it its result, is kept after success; zero if not */
    Duration retention();

    /** @return when this attempt must have ended; if it has not, it has failed */
    Instant deadline();

    /**
     * Whether the handler should give up, because nobody is interested in its result any more: the deadline has passed,
     * the server is stopping, or somebody else has the task. The thread that called the handler is interrupted too.
     *
     * @return true if the handler should give up
     */
    boolean isCancelled();

    /**
     * Stores a result with the task, for whoever inspects it later. It is kept while the task is in Redis: after success
     * only if the task has a retention. Waits for Redis; the last result wins.
     *
     * @param result the result's bytes
     * @return false if the task is not this server's any more; then nothing is stored
     */
    boolean writeResult(byte[] result);

    /**
     * Stores a text as result, in UTF-8; see {@link #writeResult(byte[])}.
     *
     * @param result the result
     * @return false if the task is not this server's any more; then nothing is stored
     */
    boolean writeResult(String result);

    /**
     * Stores an object as result, in the way payloads are written: JSON by JSON-B, a protobuf message in its own format;
     * see {@link #writeResult(byte[])}.
     *
     * @param result the result
     * @return false if the task is not this server's any more; then nothing is stored
     * @throws io.github.asynqee.InvalidTaskException if it cannot be turned into bytes
     */
    boolean writeResult(Object result);

    /**
     * Says how far the task is, for whoever inspects it; forgotten when the task is run again. Waits for Redis; the last
     * one wins.
     *
     * @param percent from 0 to 100
     * @param note what it is doing, may be empty
     * @return false if the task is not this server's any more; then nothing is stored
     * @throws IllegalArgumentException if the percentage is out of range
     */
    boolean progress(int percent, String note);
}
