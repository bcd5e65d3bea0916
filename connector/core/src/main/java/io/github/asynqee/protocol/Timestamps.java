package io.github.asynqee.protocol;

import java.time.Instant;

import com.google.protobuf.Timestamp;

/** Times as protobuf has them. */
final class Timestamps {

    private Timestamps() {}

    static Timestamp of(Instant instant) {
        return Timestamp.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(instant.getNano()).build();
    }

    static Instant toInstant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
