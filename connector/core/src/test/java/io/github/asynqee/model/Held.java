package io.github.asynqee.model;

import io.github.asynqee.broker.Lease;
import io.github.asynqee.protocol.wire.TaskMessage;

/** A lease, as the broker handed it out and as the model knows it. */
final class Held {

    private final Lease lease;
    private final Found found;
    private long score;

    Held(Lease lease, Found found, long score) {
        this.lease = lease;
        this.found = found;
        this.score = score;
    }

    Lease lease() {
        return lease;
    }

    TaskMessage message() {
        return found.message();
    }

    boolean isUsable() {
        return found.usable();
    }

    boolean isOfSameTaskAs(Held other) {
        return id().equals(other.id()) && names().equals(other.names());
    }

    Names names() {
        return Names.of(message().getQueue());
    }

    /** The ID, {@link Raw}. */
    String id() {
        return Raw.of(message().getId());
    }

    /** The score this worker wrote last. */
    long score() {
        return score;
    }

    void score(long written) {
        score = written;
    }
}
