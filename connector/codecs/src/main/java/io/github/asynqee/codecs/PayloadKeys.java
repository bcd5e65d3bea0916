package io.github.asynqee.codecs;

import java.util.Optional;

import javax.crypto.SecretKey;

/**
 * The keys by which payloads are encrypted: a CDI bean of the application, needed where {@code encrypt=true} is configured and
 * where encrypted tasks are handled. It is called for each task, by several threads at the same time: what it reads from
 * elsewhere it should keep. If it throws, the task that is sent is refused, and the task that is handled waits.
 *
 * <p>To rotate: give all servers the new key, then make it the current one, and remove the old one when no task is left that was
 * encrypted by it, archived and completed ones included.
 */
public interface PayloadKeys {

    /**
     * The key by which payloads are encrypted from now on.
     *
     * @return its ID, for which {@link #key} has the key; it is stored in plain with each task
     */
    String currentId();

    /**
     * A key.
     *
     * @param id its ID, as it stands in a task
     * @return an AES key of 128, 192 or 256 bits; empty if this server does not have it
     */
    Optional<SecretKey> key(String id);
}
