package io.github.asynqee.sample;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Lets plain objects in memory take part in JTA transactions. */
@ApplicationScoped
public class Transactions {

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    private TransactionSynchronizationRegistry registry;

    /**
     * Runs one of the two actions when the current transaction has ended.
     *
     * @throws IllegalStateException if no transaction is active
     */
    public void whenEnded(Runnable committed, Runnable rolledBack) {
        if (registry.getTransactionStatus() != Status.STATUS_ACTIVE) {
            throw new IllegalStateException("no transaction is active, status " + registry.getTransactionStatus());
        }
        registry.registerInterposedSynchronization(new Synchronization() {

            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                (status == Status.STATUS_COMMITTED ? committed : rolledBack).run();
            }
        });
    }
}
