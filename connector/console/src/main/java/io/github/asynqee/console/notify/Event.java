package io.github.asynqee.console.notify;

/** What a message is about. */
public enum Event {
    OPENED, REMINDER, RESOLVED, TEST
}
