package io.github.asynqee;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The current attempt of a task, as its handler sees it. In Jakarta EE it is an injectable bean, for handlers that take
 * the payload and for the beans they call:
 *
 * <pre>{@code
 * @Inject TaskContext task;
 *
 * @Incoming("reports")
 * void build(ReportRequest request) {
 *     task.progress(10, "reading");
 *     …
 * }
 * }</pre>
 *
 * <p>The injected bean refers to the task whose handler the calling thread runs. On other threads, and while no handler
 * of a single task runs, each of its methods throws an {@link IllegalStateException}. A handler that continues on
 * another thread must read the values first. A handler can instead take the message as its parameter, because the
 * message can be used on any thread.
 */
public interface TaskContext {

    /** @return the task's ID, unique in its queue */
    String id();

    /** @return the task's queue */
    String queue();

    /** @return the task's type */
    String type();

    /** @return the task's headers */
    Map<String, String> headers();

    /** @return the number of retries so far; 0 in the first attempt */
    int retried();

    /** @return the maximum number of retries */
    int maxRetry();

    /** @return how long the task and its result are kept after success; zero if they are deleted */
    Duration retention();

    /** @return when this attempt must have ended; after that it has failed */
    Instant deadline();

    /**
     * Whether the attempt was cancelled: its deadline passed, the application is stopping, or another worker owns the
     * task. The thread that called the handler is also interrupted. The result of a cancelled attempt is discarded.
     *
     * @return true if the handler should return
     */
    boolean isCancelled();

    /**
     * Stores a result with the task, replacing an earlier one. It is kept with the task: after success only if the task
     * has a retention. Waits for Redis.
     *
     * @param result the result's bytes
     * @return false if another worker owns the task; nothing is stored then
     */
    boolean writeResult(byte[] result);

    /**
     * Stores a text as the result, in UTF-8; see {@link #writeResult(byte[])}.
     *
     * @param result the result
     * @return false if another worker owns the task; nothing is stored then
     */
    boolean writeResult(String result);

    /**
     * Stores an object as the result, encoded as payloads are: by JSON-B, or as a protobuf message; see
     * {@link #writeResult(byte[])}.
     *
     * @param result the result
     * @return false if another worker owns the task; nothing is stored then
     * @throws InvalidTaskException if it cannot be encoded
     */
    boolean writeResult(Object result);

    /**
     * Reports the progress of this attempt, replacing an earlier report; cleared when the task is retried. Waits for
     * Redis.
     *
     * @param percent from 0 to 100
     * @param note a short description of the current step, may be empty
     * @return false if another worker owns the task; nothing is stored then
     * @throws IllegalArgumentException if the percentage is out of range
     */
    boolean progress(int percent, String note);
}
