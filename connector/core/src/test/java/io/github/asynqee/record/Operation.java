package io.github.asynqee.record;

/** One kind of recorded operation: what is expected when it is done here, and how it is done. */
interface Operation {

    /**
     * Says in the words of {@link #perform} what Go answered, and changes what is expected where a difference is declared.
     *
     * @param expected what was recorded at first
     */
    void expect(Expected expected);

    /**
     * Does here what Go did.
     *
     * @param step what Go did
     * @param peer who does it
     * @return the answer
     */
    String perform(Step step, Peer peer);
}
