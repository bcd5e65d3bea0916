package io.github.asynqee.internal.redis;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Creates leases without a dequeue, for tests of other packages. */
public final class Leases {

    private Leases() {}

    /** A lease with this score. */
    public static Lease of(TaskMessage message, long expiry) {
        return new Lease(message, expiry);
    }
}
