package io.github.asynqee.messaging.internal.transactions;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.internal.config.Transactional;

/** Lets tasks take part in JTA transactions. A bean of the module asynq-transactions implements it. */
public interface TransactionSupport {

    /**
     * A client whose tasks take part in the transaction of the thread that calls it.
     *
     * @param mode how; not {@link Transactional#NONE}
     * @param client stores the tasks
     * @return the client
     */
    AsynqClient client(Transactional mode, DefaultAsynqClient client);
}
