package io.github.asynqee.transactions.internal;

import java.util.Optional;
import java.util.function.Supplier;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.transactions.OutboxReport;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.messaging.internal.transactions.TransactionSupport;
import io.github.asynqee.transactions.internal.commit.AfterCommitClient;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import io.github.asynqee.transactions.internal.outbox.Outbox;
import io.github.asynqee.transactions.internal.outbox.OutboxClient;
import io.github.asynqee.transactions.internal.outbox.ServerDataSource;
import org.jspecify.annotations.Nullable;

/** The transactions of the application server. */
@ApplicationScoped
public class ContainerTransactions implements TransactionSupport {

    private final CurrentTransaction transaction = CurrentTransaction.ofServer();
    private @Nullable Outbox outbox;

    @Inject
    private Instance<UserTransaction> own;

    /** Creates the bean; done by the container. */
    public ContainerTransactions() {}

    @Override
    public AsynqClient afterCommit(DefaultAsynqClient client) {
        return new AfterCommitClient(client, transaction);
    }

    @Override
    public synchronized AsynqClient outbox(OutboxTarget target, DefaultAsynqClient client) {
        if (outbox == null) {
            outbox = new Outbox(target, new ServerDataSource(target.config().dataSource()), own.get());
        }
        return new OutboxClient(client, transaction, outbox, target.durability());
    }

    @Override
    public synchronized void start(Supplier<String> application) {
        if (outbox != null) {
            outbox.publishAs(application.get());
            outbox.start();
        }
    }

    @Override
    public synchronized void stop(StopTime time) {
        if (outbox != null) {
            outbox.stop(time);
        }
    }

    @Override
    public synchronized Optional<OutboxReport> outbox() {
        return Optional.ofNullable(outbox).map(Outbox::report);
    }
}
