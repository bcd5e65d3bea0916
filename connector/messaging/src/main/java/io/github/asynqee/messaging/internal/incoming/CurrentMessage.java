package io.github.asynqee.messaging.internal.incoming;

import org.eclipse.microprofile.reactive.messaging.Message;

/** The message of the task or group whose handler the current thread runs. */
public final class CurrentMessage {

    private static final ThreadLocal<Message<?>> CURRENT = new ThreadLocal<>();

    private CurrentMessage() {}

    /** @return the message, or {@code null} if the current thread runs no handler */
    public static Message<?> get() {
        return CURRENT.get();
    }

    static void set(Message<?> message) {
        CURRENT.set(message);
    }

    static void clear() {
        CURRENT.remove();
    }
}
