package io.github.asynqee.internal.broker.registry;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.protocol.OutboxState;

/** What applications report of their outboxes, which are in their databases. Private: asynq has no such registry. */
public interface OutboxRegistry {

    /**
     * Publishes the state of an outbox.
     *
     * @param state the state; replaces the last one of the same application
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
     * The identity of this Redis: applications that do not find the same one do not use the same Redis.
     *
     * @param proposed becomes the identity if there is none yet, or none any more: a UUID
     * @return the identity
     * @throws io.github.asynqee.redis.BrokerException if others have stored something else there
     */
    String identity(String proposed);

    /** @return the outboxes of all running applications; read-only */
    List<OutboxState> outboxes();
}
