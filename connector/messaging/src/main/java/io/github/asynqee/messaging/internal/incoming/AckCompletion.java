package io.github.asynqee.messaging.internal.incoming;

/** When the stage that a message's {@code ack} and {@code nack} return completes. */
public enum AckCompletion {

    /** When Redis has the outcome: for those who may wait for it. */
    WRITTEN,
    /**
     * Before {@code ack} returns, when Redis has the outcome: for handlers that are called after it, so that they go on on the
     * lane's thread.
     */
    WRITTEN_BEFORE_HANDLER,
    /**
     * At once: for handlers that are called with a payload and acknowledged by the runtime, which takes the completion for no
     * more than the sign that it may ask for the next message.
     */
    DECIDED
}
