package io.github.asynqee.messaging.internal.payload;

import java.util.Optional;

import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.CodecConfig;

/** Compresses and encrypts payloads, and stores them outside Redis. A bean of the module asynq-codecs implements it. */
public interface CodecSupport {

    /**
     * A codec, which restores what any other one of this module has changed.
     *
     * @param config what it does to payloads that are stored
     * @return the codec
     */
    PayloadCodec codec(CodecConfig config);

    /** @return what the application lacks to encrypt payloads; empty if it lacks nothing */
    Optional<String> missingForEncryption();

    /** @return what the application lacks to store payloads outside Redis; empty if it lacks nothing */
    Optional<String> missingForStoring();
}
