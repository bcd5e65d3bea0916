package io.github.asynqee.messaging.internal.payload;

/** Decodes payloads to the type that the handlers of a channel take. Thread-safe. */
@FunctionalInterface
public interface PayloadReader {

    /**
     * Decodes a payload.
     *
     * @param bytes the payload, empty if absent; the reader may keep the array
     * @return the object, never {@code null}
     * @throws UnusablePayloadException if the bytes cannot be decoded
     */
    Object read(byte[] bytes) throws UnusablePayloadException;
}
