package io.github.asynqee.messaging.internal.payload;

import java.util.Optional;

import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.CodecConfig;

/** Compresses and encrypts payloads, and stores them outside Redis. A bean of the module asynq-codecs implements it. */
public interface CodecSupport {

    /**
     * Returns a codec. It decodes payloads of every codec of this module.
     *
     * @param config how it encodes payloads
     * @return the codec
     */
    PayloadCodec codec(CodecConfig config);

    /** @return the missing requirement for encryption; empty if it is available */
    Optional<String> missingForEncryption();

    /** @return the missing requirement for storing payloads outside Redis; empty if it is available */
    Optional<String> missingForStoring();
}
