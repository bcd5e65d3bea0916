package io.github.asynqee.messaging.internal.incoming;

import org.eclipse.microprofile.reactive.messaging.Message;

/** The message of the task or group whose handler the current thread runs. */
public final class CurrentMessage {

    private static final ThreadLocal<CurrentMessage> CURRENT = new ThreadLocal<>();

    private final Message<?> message;
    private final String channel;
    private boolean claimed;

    private CurrentMessage(Message<?> message, String channel) {
        this.message = message;
        this.channel = channel;
    }

    /** @return the message, or {@code null} if the current thread runs no handler */
    public static Message<?> get() {
        CurrentMessage current = CURRENT.get();
        return current == null ? null : current.message;
    }

    /**
     * Claims the message for the call of a handler by the runtime. Only the first call for a message gets it: a later
     * call of the same method comes from the application.
     *
     * @param channelName the channel of the handler
     * @return the message, or {@code null} if it is claimed, belongs to another channel, or the current thread runs no
     *         handler
     */
    public static Message<?> claim(String channelName) {
        CurrentMessage current = CURRENT.get();
        if (current == null || current.claimed || !current.channel.equals(channelName)) {
            return null;
        }
        current.claimed = true;
        return current.message;
    }

    static void set(Message<?> message, String channel) {
        CURRENT.set(new CurrentMessage(message, channel));
    }

    static void clear() {
        CURRENT.remove();
    }
}
