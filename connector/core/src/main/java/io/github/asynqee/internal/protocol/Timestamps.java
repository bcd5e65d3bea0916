package io.github.asynqee.internal.protocol;

import java.time.DateTimeException;
import java.time.Instant;

import com.google.protobuf.Timestamp;

/** Converts times to and from protobuf. */
final class Timestamps {

    private Timestamps() {}

    static Timestamp of(Instant instant) {
        return Timestamp.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(instant.getNano()).build();
    }

    static Instant toInstant(Timestamp timestamp) {
        // a peer may have written any number: clamped to the range of Instant
        try {
            return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
        } catch (DateTimeException | ArithmeticException e) {
            return timestamp.getSeconds() < 0 ? Instant.MIN : Instant.MAX;
        }
    }
}
