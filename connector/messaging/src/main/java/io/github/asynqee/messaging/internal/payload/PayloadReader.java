package io.github.asynqee.messaging.internal.payload;

/** Turns a task's payload into what the handlers of a channel want. Thread-safe. */
@FunctionalInterface
public interface PayloadReader {

    /**
     * The payload as an object.
     *
     * @param bytes the payload as it stands in the task, empty if absent; may be kept
     * @return the object, never {@code null}
     * @throws UnusablePayloadException if the bytes are not what is wanted
     */
    Object read(byte[] bytes) throws UnusablePayloadException;
}
