package io.github.asynqee.codecs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A store outside Redis for large payloads, such as a bucket, a table or a shared folder: a CDI bean of the application, needed
 * where {@code store-above} is configured and where such tasks are handled. It is called for each of these payloads, by several
 * threads at the same time and without a request context.
 *
 * <p>Nothing is ever deleted by the connector: copies of a task have the same reference, and a task that has ended can run
 * again. How long a payload is kept is decided by the store, by its age.
 */
public interface PayloadStore {

    /**
     * Stores a payload, before its task is stored. A task that is refused afterwards, as a duplicate for example, leaves its
     * payload behind.
     *
     * <p>Other servers must find it when this method returns: what is written to a database is committed then, in a transaction of
     * its own and not in that of the sender.
     *
     * @param payload its bytes, compressed and encrypted as the channel is configured
     * @param queue the queue of the task
     * @param type the type of the task
     * @return the reference by which any server of the application finds it: 1 to 1,024 printable characters, stored in plain
     *         in Redis. A payload that is already there must not be replaced, unless by equal bytes
     * @throws IOException if that is not possible now; the task is not stored, and its sender gets an
     *         {@link io.github.asynqee.EnqueueException}. The same for unchecked exceptions
     */
    String put(byte[] payload, String queue, String type) throws IOException;

    /**
     * Returns a stored payload.
     *
     * @param reference the reference as it is in Redis, where others may have changed it: do not make a path of it, for example,
     *        before it was checked
     * @return the bytes, of which no more than were put are read, and which the caller closes; empty if there are none: then the
     *         attempt fails, and the task is retried and archived in the end
     * @throws IOException if that is not possible now; the task waits, and uses up no retry. The same for unchecked exceptions
     */
    Optional<InputStream> get(String reference) throws IOException;
}
