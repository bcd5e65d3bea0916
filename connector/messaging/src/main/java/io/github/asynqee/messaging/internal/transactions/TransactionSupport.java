package io.github.asynqee.messaging.internal.transactions;

import java.util.Optional;
import java.util.function.Supplier;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.thread.StopTime;

/** Lets tasks take part in JTA transactions. A bean of the module asynq-transactions implements it. */
public interface TransactionSupport {

    /**
     * Returns a client that stores tasks after the commit of the calling thread's transaction.
     *
     * @param client stores the tasks
     * @return the client
     */
    AsynqClient afterCommit(DefaultAsynqClient client);

    /**
     * Returns a client that writes tasks as rows of a database, in the calling thread's transaction.
     *
     * @param target the outbox, the same in each call
     * @param client composes the tasks
     * @return the client
     */
    AsynqClient outbox(OutboxTarget target, DefaultAsynqClient client);

    /**
     * Starts the relay that stores rows of the outbox in Redis.
     *
     * @param application returns the name of the application
     */
    void start(Supplier<String> application);

    /**
     * Stops the background work.
     *
     * @param time how long to wait for its threads
     */
    void stop(StopTime time);

    /** @return the state of the outbox; empty if none is in use */
    Optional<OutboxReport> outbox();
}
