package io.github.asynqee.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.asynqee.protocol.TaskMessage;

/** Leases as a dequeue brings them. */
public final class NewLeases {

    /** The type of the tasks. */
    public static final String TYPE = "bench:task";
    /** The queue of the tasks. */
    public static final String QUEUE = "bench";

    private NewLeases() {}

    /**
     * Makes leases.
     *
     * @param count how many
     * @return tasks of 100 bytes, each with a lease that has just begun
     */
    public static List<Lease> of(int count) {
        long expiry = Times.seconds(Instant.now().plus(Lease.DURATION));
        return IntStream.range(0, count)
                .mapToObj(i -> TaskMessage.builder(TYPE, UUID.randomUUID().toString(), QUEUE).payload(new byte[100])
                        .maxRetry(25).timeout(Duration.ofMinutes(30)).build())
                .map(message -> new Lease(message, expiry)).toList();
    }
}
