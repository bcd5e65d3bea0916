package io.github.asynqee.console.notify;

/** Where messages are sent. */
public interface Target {

    String name();

    /** {@code webhook} or {@code mail}. */
    String kind();

    /** The address without what could be a secret. */
    String shown();

    /** Sends a message; takes at most some 15 seconds. */
    void send(Message message) throws DeliveryException;
}
