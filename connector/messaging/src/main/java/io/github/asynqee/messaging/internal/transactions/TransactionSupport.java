package io.github.asynqee.messaging.internal.transactions;

import java.util.Optional;
import java.util.function.Supplier;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;

/** Lets tasks take part in JTA transactions. A bean of the module asynq-transactions implements it. */
public interface TransactionSupport {

    /**
     * A client whose tasks are stored after the commit of the transaction of the thread that calls it.
     *
     * @param client stores the tasks
     * @return the client
     */
    AsynqClient afterCommit(DefaultAsynqClient client);

    /**
     * A client whose tasks are rows of a database, written in the transaction of the thread that calls it.
     *
     * @param target the outbox, the same in each call
     * @param client composes the tasks
     * @return the client
     */
    AsynqClient outbox(OutboxTarget target, DefaultAsynqClient client);

    /**
     * Starts what stores the rows of the outbox.
     *
     * @param application returns the name of the application
     */
    void start(Supplier<String> application);

    /** Stops what was started. */
    void stop();

    /** @return the state of the outbox; empty if none is in use */
    Optional<OutboxReport> outbox();
}
