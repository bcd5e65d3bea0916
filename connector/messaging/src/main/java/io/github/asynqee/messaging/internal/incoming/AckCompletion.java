package io.github.asynqee.messaging.internal.incoming;

/** When the stage returned by a message's {@code ack} and {@code nack} completes. */
public enum AckCompletion {

    /** When the outcome is written: for handlers that acknowledge by themselves. */
    WRITTEN,
    /**
     * Before {@code ack} returns, when the outcome is written: for handlers called after the acknowledgement, so that
     * they run on the lane's thread.
     */
    WRITTEN_BEFORE_HANDLER,
    /**
     * At once: for handlers that the runtime acknowledges after the call; it only requests the next message on
     * completion.
     */
    IMMEDIATE
}
