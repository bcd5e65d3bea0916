package io.github.asynqee.internal.protocol;

import java.time.DateTimeException;
import java.time.Instant;

import com.google.protobuf.Timestamp;

/** Times as protobuf has them. */
final class Timestamps {

    private Timestamps() {}

    static Timestamp of(Instant instant) {
        return Timestamp.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(instant.getNano()).build();
    }

    static Instant toInstant(Timestamp timestamp) {
        // whatever a peer wrote: a time beyond what can be expressed is as far away as can be
        try {
            return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
        } catch (DateTimeException | ArithmeticException e) {
            return timestamp.getSeconds() < 0 ? Instant.MIN : Instant.MAX;
        }
    }
}
