package io.github.asynqee.worker;

/** How failed attempts are logged. */
public enum FailureLogging {
    /** One line for each failed attempt; the stack trace at level DEBUG. */
    SUMMARY,
    /** One record for each failed attempt, with the stack trace. */
    STACK,
    /** Not at all. */
    NONE
}
