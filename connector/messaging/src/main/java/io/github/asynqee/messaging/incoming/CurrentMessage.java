package io.github.asynqee.messaging.incoming;

import io.github.asynqee.messaging.AsynqMessage;

/** The task the current thread is handing to its handler. */
public final class CurrentMessage {

    private static final ThreadLocal<AsynqMessage<?>> CURRENT = new ThreadLocal<>();

    private CurrentMessage() {}

    /** @return the task, or {@code null} if the thread does not belong to a lane */
    public static AsynqMessage<?> get() {
        return CURRENT.get();
    }

    static void set(AsynqMessage<?> message) {
        CURRENT.set(message);
    }

    static void clear() {
        CURRENT.remove();
    }
}
