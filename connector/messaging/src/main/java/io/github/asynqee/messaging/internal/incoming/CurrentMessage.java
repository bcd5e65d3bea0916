package io.github.asynqee.messaging.internal.incoming;

import org.eclipse.microprofile.reactive.messaging.Message;

/** The task, or group of tasks, the current thread is handing to its handler. */
public final class CurrentMessage {

    private static final ThreadLocal<Message<?>> CURRENT = new ThreadLocal<>();

    private CurrentMessage() {}

    /** @return its message, or {@code null} if the thread does not belong to a lane */
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
