package io.github.asynqee.console.notify;

/** The event that a message reports. */
public enum Event {
    OPENED, REMINDER, RESOLVED, TEST
}
