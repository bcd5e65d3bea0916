package io.github.asynqee.internal.broker.watch;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Receives requests to cancel tasks (protocol section 7.9). Requests that this library sent while there was no
 * subscription are received for up to a minute; requests of Go peers are lost then. A request may be received more than
 * once. One thread reads; any thread may call {@link #ping()} and {@link #close()}.
 */
public interface CancellationSubscription extends AutoCloseable {

    /** Interval at which {@link #ping()} must be called. */
    Duration PING_INTERVAL = Duration.ofSeconds(2);

    /** The connection is considered broken when nothing is received for this time. */
    Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    /**
     * A request to cancel.
     *
     * @param taskId the ID of the task; its queue is not known
     * @param at when it was sent, or received if that is not known
     */
    record Request(String taskId, Instant at) {}

    /**
     * Connects and subscribes; closes an earlier connection.
     *
     * @throws BrokerUnavailableException if Redis cannot be reached, or the subscription is closed
     * @throws BrokerException if Redis rejects the subscription
     */
    void subscribe();

    /**
     * Waits for the next request.
     *
     * @return the request
     * @throws BrokerUnavailableException if the connection is broken or silent, or the subscription is closed or was
     *         never made; call {@link #subscribe()} again
     */
    Request next();

    /** Sends a ping, so that a healthy connection is never silent. Never throws. */
    void ping();

    /** Closes the connection permanently; a waiting call of {@link #next()} fails. */
    @Override
    void close();
}
