package io.github.asynqee.codecs;

import java.util.Optional;

import javax.crypto.SecretKey;

/**
 * Supplies the keys that encrypt payloads. The application provides it as a CDI bean if {@code encrypt=true} is
 * configured or if it handles encrypted tasks. It is called for each task, by several threads at the same time, so it
 * should cache keys that it reads from elsewhere. If it throws an exception, sending a task fails, and a received
 * task waits.
 *
 * <p>To rotate a key, give all servers the new key, then make it the current key. Remove the old key when no task
 * encrypted with it exists, including archived and completed tasks.
 */
public interface PayloadKeys {

    /**
     * Returns the ID of the key that encrypts new payloads.
     *
     * @return an ID that {@link #key} accepts; it is stored unencrypted with each task
     */
    String currentId();

    /**
     * Returns a key.
     *
     * @param id the ID stored with a task
     * @return an AES key of 128, 192 or 256 bits; empty if this server does not have it
     */
    Optional<SecretKey> key(String id);
}
