package io.github.asynqee.console.alert;

import java.time.Instant;

/** Tells what a sample is about: not all queues are looked at for each one. */
public interface Examined {

    /**
     * Whether a finding that is not in the sample is known to be absent.
     *
     * @param code the code of the finding
     * @param queue its queue, empty if it concerns Redis; with an asterisk if it concerns many
     * @param since looks before do not count
     */
    boolean covers(String code, String queue, Instant since);
}
