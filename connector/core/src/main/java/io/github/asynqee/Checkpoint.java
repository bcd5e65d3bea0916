package io.github.asynqee;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a long task as a cursor, stored with the task in Redis. When the task runs again because its server
 * stopped or died, or because an attempt failed, the handler continues from the cursor. A handler receives the
 * checkpoint as the parameter after the payload:
 *
 * <pre>{@code
 * @Incoming("exports")
 * void export(ExportRequest request, Checkpoint<Long> at) {
 *     at.total(orders.count());
 *     at.forEach(orders.after(at.value()), Order::id, this::write);
 * }
 * }</pre>
 *
 * <p>{@link #save} can end the attempt: when the server stops, or the channel's {@code max-slice} has passed, it throws
 * a {@link TaskSuspendedException}, which the handler must not catch. The task then returns to its queue without using
 * a retry.
 *
 * <p>The next attempt repeats the work done after the last cursor that Redis stores. All methods can be called on any
 * thread, by one thread at a time.
 *
 * @param <T> the type of the cursor, encoded as payloads are; its values should not change after they were saved
 */
public interface Checkpoint<T> {

    /**
     * Returns the last saved cursor. Before the first {@link #save} of this attempt, that is the cursor of an earlier
     * attempt. Reads from Redis once per attempt.
     *
     * @return the cursor, {@code null} if nothing was saved
     * @throws BrokerException if Redis cannot be reached
     * @throws SkipRetryException if the saved cursor is not a {@code T}
     */
    @Nullable
    T value();

    /**
     * Saves the cursor. It is written to Redis at most every two seconds, and when the attempt ends without success;
     * while Redis is unreachable, a later call writes it.
     *
     * @param cursor the cursor, not {@code null}; its encoded form has at most 65,536 bytes
     * @throws TaskSuspendedException if the attempt ends here; the next attempt continues from this cursor
     * @throws CancellationException if the attempt has already ended: it was cancelled, its time limit passed, or
     *         another worker has the task
     * @throws IllegalArgumentException if the cursor is too large
     * @throws InvalidTaskException if it cannot be encoded
     */
    void save(T cursor);

    /**
     * Announces how often {@link #save} will be called in all attempts together, for the progress of the task in the
     * console and the command line. Without this number, both show only how often {@link #save} was called.
     *
     * @param saves the number, 0 if unknown
     * @throws IllegalArgumentException if it is negative
     */
    void total(long saves);

    /**
     * Handles items one by one and saves after each item. Closes the stream.
     *
     * @param <E> the type of the items
     * @param items the remaining items, after {@link #value()}, in the order of their cursors
     * @param cursor the cursor of an item
     * @param handler handles one item
     */
    default <E> void forEach(Stream<? extends E> items, Function<? super E, ? extends T> cursor,
            Consumer<? super E> handler) {
        try (items) {
            items.sequential().forEachOrdered(item -> {
                handler.accept(item);
                save(cursor.apply(item));
            });
        }
    }
}
