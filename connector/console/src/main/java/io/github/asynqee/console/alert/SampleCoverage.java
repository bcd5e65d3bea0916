package io.github.asynqee.console.alert;

import java.time.Instant;

/** The queues covered by a sample, which may be only some of all queues. */
public interface SampleCoverage {

    /**
     * Whether a finding that is not in the sample is known to be absent.
     *
     * @param code the code of the finding
     * @param queue the queue of the finding, empty if the finding concerns Redis; with an asterisk if it concerns many
     *        queues
     * @param since the time from which examinations count; earlier examinations are ignored
     */
    boolean covers(String code, String queue, Instant since);
}
