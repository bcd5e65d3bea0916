package io.github.asynqee.codecs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A store outside Redis for large payloads, such as a bucket, a table or a shared folder. The application provides it
 * as a CDI bean if {@code store-above} is configured or if it handles tasks with stored payloads. It is called for
 * each of these payloads, by several threads at the same time and without a request context.
 *
 * <p>The connector never deletes payloads, because copies of a task share a reference and a finished task can run
 * again. Let the store delete payloads by age.
 */
public interface PayloadStore {

    /**
     * Stores a payload before its task is stored. If the task is rejected afterwards, for example as a duplicate, the
     * payload stays in the store.
     *
     * <p>Other servers must find the payload when this method returns. A store in a database must therefore commit in
     * a separate transaction, not in the sender's.
     *
     * @param payload its bytes, compressed and encrypted as the channel is configured
     * @param queue the queue of the task
     * @param type the type of the task
     * @return a reference with which any server of the application finds the payload: 1 to 1,024 printable
     *         characters, stored unencrypted in Redis. A new payload must not replace an existing payload, except by
     *         equal bytes
     * @throws IOException if the payload cannot be stored now; the task is not stored, and its sender gets an
     *         {@link io.github.asynqee.EnqueueException}. An unchecked exception has the same effect
     */
    String put(byte[] payload, String queue, String type) throws IOException;

    /**
     * Returns a stored payload.
     *
     * @param reference the reference from Redis. Other programs may have changed it there, so validate it before you
     *        use it, for example as part of a path
     * @return the payload, which the caller closes; empty if the payload does not exist. Then the attempt fails; the
     *         task is retried and finally archived
     * @throws IOException if the payload cannot be read now; the task waits without using a retry. An unchecked
     *         exception has the same effect
     */
    Optional<InputStream> get(String reference) throws IOException;
}
