package io.github.asynqee.record;

import java.time.Instant;
import java.time.ZoneOffset;

/** Keys of one queue as {@link Raw} text (protocol section 1.2). */
record Names(String prefix) {

    static final String QUEUES = "asynq:queues";
    static final String CANCEL_REQUESTS = "asynq:cancel:requests";
    static final String SERVERS = "asynq:servers";
    static final String WORKERS = "asynq:workers";
    static final String SCHEDULERS = "asynq:schedulers";

    static Names of(String queue) {
        return new Names("asynq:{" + Raw.of(queue) + "}:");
    }

    String pending() {
        return prefix + "pending";
    }

    String active() {
        return prefix + "active";
    }

    String lease() {
        return prefix + "lease";
    }

    String scheduled() {
        return prefix + "scheduled";
    }

    String retry() {
        return prefix + "retry";
    }

    String archived() {
        return prefix + "archived";
    }

    String completed() {
        return prefix + "completed";
    }

    String task(String rawId) {
        return prefix + "t:" + rawId;
    }

    String groups() {
        return prefix + "groups";
    }

    String group(String rawGroup) {
        return prefix + "g:" + rawGroup;
    }

    String aggregationSets() {
        return prefix + "aggregation_sets";
    }

    /** A time as stored in {@code pending_since}. */
    static String nanos(Instant instant) {
        return Long.toString(instant.getEpochSecond() * 1_000_000_000 + instant.getNano());
    }

    /** Total counter: {@code processed} or {@code failed}. */
    String total(String counter) {
        return prefix + counter;
    }

    /** Counter of the UTC day. */
    String daily(String counter, Instant now) {
        return prefix + counter + ":" + now.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
