package io.github.asynqee.inspect;

/**
 * Something that needs attention.
 *
 * @param severity how urgent it is
 * @param code names the kind of finding, for example {@code queue-without-server}; does not change between versions
 * @param queue the queue, empty if it concerns Redis as a whole
 * @param message what was found
 * @param advice what to do
 */
public record Finding(Severity severity, String code, String queue, String message, String advice) {

    /** How urgent a finding is. */
    public enum Severity {
        /** Tasks are lost or not run. */
        ERROR,
        /** Tasks may be lost, or run late. */
        WARNING,
        /** Good to know. */
        INFO
    }
}
