package io.github.asynqee;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * How far a long task has come. Its cursor is kept with the task in Redis: when the task is run again, because its server
 * was stopped or died, or because an attempt failed, the handler continues from there. A handler gets it as the parameter
 * behind the payload:
 *
 * <pre>{@code
 * @Incoming("exports")
 * void export(ExportRequest request, Checkpoint<Long> at) {
 *     at.total(orders.count());
 *     at.forEach(orders.after(at.value()), Order::id, this::write);
 * }
 * }</pre>
 *
 * <p>{@link #save} is where the attempt can end: when the server stops, or the {@code max-slice} of the channel is over,
 * it throws a {@link TaskSuspendedException}, which the handler lets pass. The task then returns to its queue without
 * using a retry.
 *
 * <p>The next attempt repeats what was done after the last cursor that Redis has. All methods can be called on any
 * thread, by one thread at a time.
 *
 * @param <T> the type of the cursor, encoded as payloads are; its values should not change after they were saved
 */
public interface Checkpoint<T> {

    /**
     * The last cursor: that of this attempt, or before its first {@link #save} that of the attempts before. Reads from
     * Redis, once in an attempt.
     *
     * @return the cursor, {@code null} if nothing was saved
     * @throws BrokerException if Redis cannot be reached
     * @throws SkipRetryException if what was saved is not a {@code T}
     */
    @Nullable
    T value();

    /**
     * Remembers how far the task has come. Written to Redis at most every two seconds, and when the attempt ends without
     * having succeeded; while Redis is away, with a later call.
     *
     * @param cursor the cursor, not {@code null}; its encoded form has at most 65,536 bytes
     * @throws TaskSuspendedException if the attempt ends here, to be continued
     * @throws CancellationException if the attempt has ended before: it was cancelled, its time was over, or another
     *         worker has the task
     * @throws IllegalArgumentException if the cursor is too large
     * @throws InvalidTaskException if it cannot be encoded
     */
    void save(T cursor);

    /**
     * Announces how often {@link #save} will be called in all attempts together, for the progress of the task in the
     * console and the command line. Without it they show only how often it was called.
     *
     * @param saves the number, 0 if unknown
     * @throws IllegalArgumentException if it is negative
     */
    void total(long saves);

    /**
     * Handles items one by one, and saves after each of them. Closes the stream.
     *
     * @param <E> the type of the items
     * @param items what is left to do: the items behind {@link #value()}, in the order of their cursors
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
