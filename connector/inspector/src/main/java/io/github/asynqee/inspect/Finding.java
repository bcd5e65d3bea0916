package io.github.asynqee.inspect;

/**
 * A problem that needs attention.
 *
 * @param severity the severity
 * @param code the kind of finding, for example {@code queue-without-server}; stable across versions
 * @param queue the queue, empty if the finding concerns Redis as a whole
 * @param message the problem
 * @param advice how to solve it
 */
public record Finding(Severity severity, String code, String queue, String message, String advice) {

    /** Severity of a finding. */
    public enum Severity {
        /** Tasks are lost or do not run. */
        ERROR,
        /** Tasks may be lost, or run late. */
        WARNING,
        /** Good to know. */
        INFO
    }
}
