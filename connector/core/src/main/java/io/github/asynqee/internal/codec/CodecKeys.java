package io.github.asynqee.internal.codec;

import java.util.Optional;

import javax.crypto.SecretKey;

/** The keys of a codec. */
public interface CodecKeys {

    /** @return the ID of the key that encrypts */
    String currentId();

    /**
     * A key.
     *
     * @param id its ID
     * @return the key; empty if it is not here
     */
    Optional<SecretKey> key(String id);
}
