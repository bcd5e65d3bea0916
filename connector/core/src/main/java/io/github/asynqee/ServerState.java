package io.github.asynqee;

import java.util.Locale;

/** Where a worker is in its life, as those who list servers see it (protocol section 4.1). */
public enum ServerState {
    /** Not started yet; nobody sees it. */
    NEW,
    /** Takes tasks and runs them. */
    ACTIVE,
    /** Takes no more tasks; those that run go on, and so does all else. */
    STOPPED,
    /** Ends or has ended. */
    CLOSED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** @return the lower-case name that is published */
    public String wireName() {
        return wireName;
    }
}
