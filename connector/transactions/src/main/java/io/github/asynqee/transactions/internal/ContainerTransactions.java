package io.github.asynqee.transactions.internal;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.transactions.TransactionSupport;
import io.github.asynqee.transactions.internal.commit.AfterCommitClient;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;

/** The transactions of the application server. */
@ApplicationScoped
public class ContainerTransactions implements TransactionSupport {

    private final CurrentTransaction transaction = CurrentTransaction.ofServer();

    /** Creates the bean; done by the container. */
    public ContainerTransactions() {}

    @Override
    public AsynqClient client(Transactional mode, DefaultAsynqClient client) {
        return new AfterCommitClient(client, transaction);
    }
}
