package io.github.asynqee;

import java.util.Locale;

/** State of a worker process as published in the list of servers. */
public enum ServerState {
    /** Not started; not published yet. */
    NEW,
    /** Fetches and runs tasks. */
    ACTIVE,
    /** Fetches no more tasks; running tasks and background services continue. */
    STOPPED,
    /** Shutting down or terminated. */
    CLOSED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** @return the lower-case name that is published */
    public String wireName() {
        return wireName;
    }
}
