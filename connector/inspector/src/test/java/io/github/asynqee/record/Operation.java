package io.github.asynqee.record;

/** A kind of recorded operation: its expected result here, and how it is performed. */
interface Operation {

    /**
     * Translates the result of Go to the form of {@link #perform} and applies declared differences to the expectation.
     *
     * @param expected initially the record
     */
    void expect(Expected expected);

    /**
     * Performs the operation.
     *
     * @param step the recorded call
     * @param peer the process that performs it
     * @return the result
     */
    String perform(Step step, Peer peer);
}
