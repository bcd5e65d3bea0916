package io.github.asynqee.internal.broker.registry;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.protocol.OutboxState;

/** What applications report about the outboxes in their databases. Private: asynq does not have this registry. */
public interface OutboxRegistry {

    /**
     * Publishes the state of an outbox.
     *
     * @param state the state; it replaces the last state that the same application published
     * @param life the lifetime of the published data
     */
    void write(OutboxState state, Duration life);

    /**
     * Deletes the state of an outbox.
     *
     * @param state the state that was published last
     */
    void clear(OutboxState state);

    /**
     * Returns the identity of this Redis: applications that find different identities do not use the same Redis.
     *
     * @param proposed a UUID that becomes the identity if there is none
     * @return the identity
     * @throws io.github.asynqee.redis.BrokerException if the key contains a value that is not an identity
     */
    String identity(String proposed);

    /** @return the outboxes of all running applications; read-only */
    List<OutboxState> outboxes();
}
