package io.github.asynqee.internal.redis;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Makes leases for tests of other packages: of tasks that nobody has dequeued here. */
public final class Leases {

    private Leases() {}

    /** A lease that was written with this score. */
    public static Lease of(TaskMessage message, long expiry) {
        return new Lease(message, expiry);
    }
}
