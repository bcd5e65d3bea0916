package io.github.asynqee.internal.broker;

import java.time.Duration;

import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;

/**
 * Hears which tasks somebody asks to cancel (protocol section 7.9). What is published while nobody is subscribed is lost.
 * Read by one thread, but kept alive and closed by any.
 */
public interface CancellationSubscription extends AutoCloseable {

    /** How often {@link #ping()} is to be called. */
    Duration PING_INTERVAL = Duration.ofSeconds(2);

    /** After how long without any sign of life the connection is given up. */
    Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    /**
     * Connects and subscribes; a former connection is given up.
     *
     * @throws BrokerUnavailableException if Redis cannot be reached, or this is closed
     * @throws BrokerException if Redis refuses
     */
    void subscribe();

    /**
     * Waits for the next request.
     *
     * @return the ID of the task to cancel, in whatever queue
     * @throws BrokerUnavailableException if the connection is broken or silent, or this is closed; then it must be
     *         subscribed anew
     */
    String next();

    /** Asks for a sign of life, so that silence tells that the connection is dead. Never fails. */
    void ping();

    /** Ends a waiting call and closes the connection, for good. */
    @Override
    void close();
}
